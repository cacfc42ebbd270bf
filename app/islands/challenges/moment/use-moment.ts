import { useEffect, useRef, useState } from 'react'
import type { BoardChallenge, BoardSolve } from '~/scoring/rules'
import type { Result } from '../dialog/verdict'
import { bloodOf } from '../words'

/** What the dialog shows of a solve beside its own words (docs/rules/interface.md#moment-of-a-solve). */
export interface Moment {
  /** The own first blood; what follows it; the own solve; a solve of a team-mate while the dialog was open. */
  kind: 'scene' | 'ribbon' | 'own' | 'mate'
  solve: BoardSolve
  /** Place of the team when the reader sent the flag; null when it is not known, or a team-mate sent it. */
  before: number | null
  /** Ends the scene, and shows it again. */
  toggle(): void
}

export interface SolveMomentProps {
  moment: Moment
  challenge: Pick<BoardChallenge, 'title' | 'score' | 'solved'>
  teamName: string
  /** Teams on the board. */
  teams: number
  /** Place of the team now; null while it is not on the board. */
  rank: number | null
}

interface Given {
  /** Id of the challenge whose dialog is open. */
  open: number | null
  result: Result | null
  /** The team's solve of it. */
  solve: BoardSolve | undefined
  rank: number | null
  practice: boolean
}

/** The moment of the open challenge; null when there is none. */
export function useMoment({ open, result, solve, rank, practice }: Given): Moment | null {
  const accepted = result?.kind === 'accepted'
  // A form without script comes back with its verdict.
  const [view, setView] = useState<View>({ open, knew: solve !== undefined && !accepted, scene: null })
  // Whoever comes back to a challenge has had its moment.
  if (view.open !== open) setView({ open, knew: solve !== undefined, scene: null })
  const before = usePlaceBefore(result?.kind === 'sending', rank)
  if (!solve || practice) return null
  const isOwn = accepted && !view.knew
  const isFirst = bloodOf(solve.type) === 1
  const isScene = isFirst && (view.scene ?? isOwn)
  const toggle = () => setView({ ...view, scene: !isScene })
  if (isFirst) return { kind: isScene ? 'scene' : 'ribbon', solve, before, toggle }
  if (view.knew) return null
  return isOwn ? { kind: 'own', solve, before, toggle } : { kind: 'mate', solve, before: null, toggle }
}

interface View {
  open: number | null
  /** The solve was there when the dialog was opened. */
  knew: boolean
  /** What the reader chose; null: a new first blood of their own is shown. */
  scene: boolean | null
}

/** The place that the team had when the newest flag was sent. */
function usePlaceBefore(sending: boolean, rank: number | null): number | null {
  const [before, setBefore] = useState<number | null>(null)
  const latest = useRef(rank)
  latest.current = rank
  useEffect(() => {
    if (sending) setBefore(latest.current)
  }, [sending])
  return before
}
