import { useEffect, useRef, useState } from 'react'
import type { BoardChallenge, BoardSolve } from '~/scoring/rules'
import type { Result } from '../dialog/verdict'
import { bloodOf } from '../words'

/** The content of the dialog after a solve (docs/rules/interface.md#moment-of-a-solve). */
export interface SolveMomentState {
  /** The own first blood; what follows it; the own solve; a team-mate's solve while the dialog was open. */
  kind: 'scene' | 'ribbon' | 'own' | 'mate'
  solve: BoardSolve
  /** The team's rank when the reader sent the flag; null when unknown, or a team-mate sent it. */
  before: number | null
  toggle(): void
}

export interface SolveMomentProps {
  moment: SolveMomentState
  challenge: Pick<BoardChallenge, 'title' | 'score' | 'solved'>
  teamName: string
  teams: number
  rank: number | null
}

interface Given {
  open: number | null
  result: Result | null
  solve: BoardSolve | undefined
  rank: number | null
  practice: boolean
}

/**
 * What to celebrate of the open challenge: the own solve just now, a mate's, or a first blood. Null if there is
 * nothing, and in practice.
 */
export function useMoment({ open, result, solve, rank, practice }: Given): SolveMomentState | null {
  const accepted = result?.kind === 'accepted'
  // A form without script returns with its verdict.
  const [view, setView] = useState<View>({ open, knew: solve !== undefined && !accepted, scene: null })
  // A challenge that is opened again has no new moment.
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
  /** The reader's choice; null: show the scene of a new first blood. */
  scene: boolean | null
}

/** The team's rank when the newest flag was sent. */
function usePlaceBefore(sending: boolean, rank: number | null): number | null {
  const [before, setBefore] = useState<number | null>(null)
  const latest = useRef(rank)
  latest.current = rank
  useEffect(() => {
    if (sending) setBefore(latest.current)
  }, [sending])
  return before
}
