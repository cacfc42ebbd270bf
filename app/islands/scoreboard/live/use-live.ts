import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from '~/app/islands/runtime/clock'
import { type GameListeners, useGameSocket } from '~/app/islands/runtime/socket'
import { MINUTE_MS } from '~/server/platform/time'
import { LiveBoard } from './board'
import { type Past, pastAt, pastPlaces } from './past'
import type { View } from './view'

interface LiveOptions extends Pick<GameListeners, 'standing' | 'notice' | 'teamSolve'> {
  gameId: number
  start: number
  end: number
  now: number
}

/** Milliseconds between updates of the time axis and the rank changes. */
const TICK = 20_000
/** Milliseconds between two polls of the board without a socket (docs/rules/interface.md#refresh). */
const POLL_MS = 30_000
/** Milliseconds after the end in which verdicts and corrections still come. */
const AFTERMATH = 10 * MINUTE_MS

/**
 * The board as it moves: fetched, then changed by what the socket sends, and polled while the socket is away. `view`:
 * null until the first board is here.
 */
export function useLive({ gameId, start, end, now: made, standing, notice, teamSolve }: LiveOptions) {
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

  // At least the last solve, because otherwise the chart would lack its points.
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
      notice,
      teamSolve
    }
  })
  const polling = view !== null && moving && connection !== 'live'
  useEffect(() => {
    if (!polling) return
    const timer = setInterval(() => void board.load(), POLL_MS)
    return () => clearInterval(timer)
  }, [board, polling])

  const past = usePast(view, start, now < end ? now : null)
  return { view, now, moving, connection, retry, heardAt, past }
}

function usePast(view: View | null, start: number, now: number | null): Past | null {
  const at = now === null ? null : pastAt(start, now)
  const [past, setPast] = useState<Past | null>(null)
  const state = view?.board.state
  useEffect(() => {
    setPast(state && at !== null ? pastPlaces(state, at) : null)
  }, [state, at])
  return past
}
