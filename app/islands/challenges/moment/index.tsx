import type { Result } from '../dialog/verdict'
import { type Play, wonBy } from '../play'
import { SolveMoment } from './SolveMoment'
import { useMoment } from './use-moment'
import { WayOn, withinReach } from './WayOn'

interface Given {
  play: Play
  teamName: string
  open: number | null
  result: Result | null
  practice: boolean
}

/** Below the scene, the result omits the attempt and the value. */
const SCENE = { attempt: null, challenge: undefined }

/** Moment of a solve in the dialog and its form (docs/rules/interface.md#moment-of-a-solve). */
export function useSolveMoment({ play, teamName, open, result, practice }: Given) {
  const { own, challenges, teams } = play
  const solve = own?.solvedChallenges.find(({ id }) => id === open)
  const rank = own?.rank ?? null
  const moment = useMoment({ open, result, solve, rank, practice })
  const challenge = challenges.find(({ id }) => id === open)
  if (!moment || !challenge) return { dialog: null, form: { solve, celebrated: false, ways: null } }
  const next = withinReach(challenges, wonBy(own), open)
  return {
    dialog: {
      scene: moment.kind === 'scene',
      shown: <SolveMoment {...{ moment, challenge, teamName, teams, rank }} />,
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
