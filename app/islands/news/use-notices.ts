import { useEffect, useRef } from 'react'
import type { NoticeView } from '~/server/notices/contract'
import { call, pause } from '../runtime/calls'
import type { Connection } from '../runtime/socket'
import { type FeedNotice, isToasted } from './notice'
import { markShown } from './shown'
import { useMissed } from './use-missed'

/** Longest wait before a notice that an administrator wrote is asked for with its markup. */
const RENDER = 1000

/**
 * The notices of a game on a page without a list of them: each is told once, those that were missed while the socket was
 * away too. What administrators wrote comes rendered, or as it was written when that cannot be had.
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
  const all = () => call<FeedNotice[]>(`/games/${gameId}/Challenges/Notices`)
  const missed = async (since: number) => {
    // Spread, as everybody comes back in the same moment.
    await pause(Math.random() * RENDER)
    const notices = await all().catch(() => [])
    for (const notice of notices.filter(({ time }) => Date.parse(time) >= since).reverse()) say(notice)
  }
  useMissed(connection, Number.POSITIVE_INFINITY, (since) => void missed(since))
  return async (notice: NoticeView) => {
    if (notice.type !== 'Normal' || notice.change) return say(notice)
    await pause(Math.random() * RENDER)
    const notices = await all().catch(() => [])
    say(notices.find(({ id }) => id === notice.id) ?? notice)
  }
}
