import type { BoardChallenge } from '~/scoring/rules'
import type { TrialVerdict, TrialView } from '~/server/challenges/trial/contract'
import type { Bonus } from '~/server/ledger/contract'
import type { Sheet } from '../challenges/props'
import type { Query } from '../challenges/query'
import type { ContainerTestProps } from '../container-test/ContainerTest'

/** Why players do not see a challenge. */
export type Mark =
  | { kind: 'disabled' | 'before' }
  /** In words of the reader. */
  | { kind: 'scheduled'; time: string }

/** What the page shows to administrators who do not play. Times are Unix milliseconds. */
export interface TrialProps {
  gameId: number
  start: number
  /** Of the request. */
  now: number
  /** First solves still earn a bonus. */
  running: boolean
  /** Enabled or not. */
  challenges: BoardChallenge[]
  /** By challenge; those without one are what players see. */
  marks: Record<number, Mark>
  bonus: Bonus
  query: Query
  /** Links to what has a level or tag, as HTML; null without any. */
  labels: string | null
  sheet: Sheet | null
  /** How flags of the open challenge are judged. */
  judged: Pick<TrialView, 'rule' | 'solvable'> | null
  /** The test instance of the open challenge; null for those without. */
  test: ContainerTestProps | null
  /** What a form without script came to. */
  tried: { verdict: TrialVerdict } | { refused: string } | null
}
