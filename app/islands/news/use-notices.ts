import { useEffect, useRef } from 'react'
import type { NoticeView } from '~/server/notices/contract'
import { call, pause } from '../runtime/calls'
import type { Connection } from '../runtime/socket'
import { type FeedNotice, isToasted } from './notice'
import { markShown } from './shown'
import { useMissed } from './use-missed'

/** Longest wait before a notice that an administrator wrote is asked for with its markup. */
const RENDER = 1000
/** Milliseconds between two tries when the server is busy, plus up to as much again at random, and how many there are. */
const RETRY = 1500
const TRIES = 4

/**
 * The notices of a game on a page without a list of them: each is told once, those that were missed while the socket was
 * away too. What administrators wrote comes rendered, or as plain text when that cannot be had.
 */
export function useNotices(gameId: number, connection: Connection, tell: (notice: FeedNotice) => void) {
  const latest = useRef(tell)
  latest.current = tell
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  const say = (notice: FeedNotice) => {
    if (!closed.current && isToasted(notice) && markShown(gameId, notice.id)) latest.current(notice)
  }
  /** The newest list in which `wanted` finds something; null when there is none after all tries. */
  const found = async <T>(wanted: (notices: FeedNotice[]) => T | undefined): Promise<T | null> => {
    // Spread, as everybody asks in the same moment.
    await pause(Math.random() * RENDER)
    for (let tries = 1; !closed.current; tries++) {
      const all = await call<FeedNotice[]>(`/games/${gameId}/Challenges/Notices`).catch(() => null)
      const hit = all ? wanted(all) : undefined
      if (hit !== undefined) return hit
      if (tries === TRIES) break
      await pause(RETRY * (1 + Math.random()))
    }
    return null
  }
  useMissed(connection, Number.POSITIVE_INFINITY, async (since) => {
    const missed = await found((all) => all.filter(({ time }) => Date.parse(time) >= since))
    for (const notice of missed?.reverse() ?? []) say(notice)
  })
  return async (notice: NoticeView) => {
    if (notice.type !== 'Normal' || notice.change) return say(notice)
    // A list that was read just before the notice lacks it.
    say((await found((all) => all.find(({ id }) => id === notice.id))) ?? notice)
  }
}
