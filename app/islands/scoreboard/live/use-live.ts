import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from '~/app/islands/runtime/clock'
import { type GameListeners, useGameSocket } from '~/app/islands/runtime/socket'
import { LiveBoard } from './board'
import { type Past, pastAt, pastPlaces } from './past'
import type { View } from './view'

interface LiveOptions extends Pick<GameListeners, 'standing' | 'notice'> {
  gameId: number
  start: number
  end: number
  /** When the page was made. */
  now: number
}

/** How often the time axis and the rank changes move on by themselves. */
const TICK = 20_000
/** Milliseconds between two polls of the board while there is no socket (docs/rules/interface.md#refresh). */
const POLL = 30_000
/** Verdicts of the last seconds and corrections still come. */
const AFTERMATH = 10 * 60_000

/** The board as it is now, once it is here, and how it is kept so. */
export function useLive({ gameId, start, end, now: made, standing, notice }: LiveOptions) {
  const [board] = useState(() => new LiveBoard(gameId))
  const view = useSyncExternalStore(
    board.subscribe,
    () => board.view,
    () => null
  )
  useEffect(() => {
    board.open()
    return () => board.close()
  }, [board])

  // A solve is never ahead of now: the chart would show its rank without its points.
  const now = Math.max(useNow(made, TICK), view?.changedAt ?? 0)
  const moving = now < end + AFTERMATH
  const { connection, retry, heardAt } = useGameSocket({
    game: view && moving ? gameId : null,
    seq: board.seq,
    on: {
      delta: (delta) => board.fold(delta),
      resync: ({ seq }) => board.resync(seq),
      renamed: () => board.renamed(),
      standing,
      notice
    }
  })
  const polling = view !== null && moving && connection !== 'live'
  useEffect(() => {
    if (!polling) return
    const timer = setInterval(() => void board.load(), POLL)
    return () => clearInterval(timer)
  }, [board, polling])

  const past = usePast(view, start, now < end ? now : null)
  return { view, now, moving, connection, retry, heardAt, past }
}

/** How the board stood a while before `now`; null when there is nothing to compare with. */
function usePast(view: View | null, start: number, now: number | null): Past | null {
  const at = now === null ? null : pastAt(start, now)
  const [past, setPast] = useState<Past | null>(null)
  const state = view?.board.state
  useEffect(() => {
    setPast(state && at !== null ? pastPlaces(state, at) : null)
  }, [state, at])
  return past
}
