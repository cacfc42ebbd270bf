import { useEffect } from 'react'
import type { NewsItem } from '../../news/words'
import type { useSheet } from '../dialog/use-sheet'
import type { Result } from '../dialog/verdict'
import { type Play, wonBy } from '../play'
import type { ChallengesProps } from '../props'
import { SolveMoment } from './SolveMoment'
import { useMates } from './use-mates'
import { useMoment } from './use-moment'
import { WayOn, withinReach } from './WayOn'

interface Given {
  play: Play
  open: number | null
  /** Results of flags that the reader sent from this page, by challenge. */
  results: Readonly<Record<number, Result>>
  sheets: Pick<ReturnType<typeof useSheet>, 'sheet' | 'load'>
  show(toast: NewsItem, stay: number): void
}

/** Below the scene, the result omits the attempt and the value. */
const SCENE = { attempt: null, challenge: undefined }

/** Asks what the team can answer next once it has solved the open challenge. */
function useNext({ sheet, load }: Given['sheets'], solved: number | null) {
  const missing = solved !== null && sheet !== null && sheet.next === null
  useEffect(() => {
    if (missing) void load(solved)
  }, [missing, solved, load])
}

/** Moment of a solve in the dialog, its form and a toast (docs/rules/interface.md#moment-of-a-solve). */
export function useSolveMoment(
  { gameId, team, practice, now }: Pick<ChallengesProps, 'gameId' | 'team' | 'practice' | 'now'>,
  { play, open, results, sheets, show }: Given
) {
  const { own, challenges, teams } = play
  const result = open === null ? null : (results[open] ?? null)
  useMates({ gameId, own, challenges, open, results, since: now, show })
  const solve = own?.solvedChallenges.find(({ id }) => id === open)
  useNext(sheets, solve ? open : null)
  const rank = own?.rank ?? null
  const moment = useMoment({ open, result, solve, rank, practice })
  const challenge = challenges.find(({ id }) => id === open)
  if (!moment || !challenge) return { dialog: null, form: { solve, celebrated: false, ways: null } }
  const next = withinReach(challenges, wonBy(own), sheets.sheet?.next ?? [])
  return {
    dialog: {
      scene: moment.kind === 'scene',
      shown: <SolveMoment {...{ moment, challenge, teamName: team.name, teams, rank }} />,
      end: moment.toggle
    },
    form: {
      solve,
      celebrated: moment.kind !== 'ribbon',
      ways: <WayOn moment={moment} next={next} />,
      ...(moment.kind === 'scene' && SCENE)
    }
  }
}
