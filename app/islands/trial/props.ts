import type { BoardChallenge } from '~/scoring/rules'
import type { TrialVerdict, TrialView } from '~/server/challenges/trial/contract'
import type { Bonus } from '~/server/ledger/contract'
import type { Sheet } from '../challenges/props'
import type { Query } from '../challenges/query'
import type { ContainerTestProps } from '../container-test/ContainerTest'

export type Mark = { kind: 'disabled' | 'before' } | { kind: 'scheduled'; time: string }

/** The challenges page of staff who do not play. Times are Unix milliseconds. */
export interface TrialProps {
  gameId: number
  /** The reader tries flags, starts instances and edits; other readers only read. */
  tries: boolean
  start: number
  now: number
  running: boolean
  challenges: BoardChallenge[]
  /** By challenge id; absent if players see it. */
  marks: Record<number, Mark>
  bonus: Bonus
  query: Query
  labels: string | null
  sheet: Sheet | null
  judged: Pick<TrialView, 'rule' | 'solvable'> | null
  /** Null for challenges without instances. */
  test: ContainerTestProps | null
  tried: { verdict: TrialVerdict } | { refused: string } | null
}
