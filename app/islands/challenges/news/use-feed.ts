import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedNotice } from '~/app/islands/news/notice'
import { call } from '~/app/islands/runtime/calls'
import type { NoticeView } from '~/server/notices/contract'
import { merged } from './feed'

const RETRY = 5000
/** Longest wait before a notice that an administrator wrote is asked for with its markup. */
const RENDER = 1000
/** How many lists may lack a notice that was pushed, until it counts as deleted. */
const LISTS = 3

/**
 * The notices: those of the page, those that come (`add`), and after a connection those that were missed (`catchUp`), which
 * `tell` hears.
 */
export function useFeed(gameId: number, first: FeedNotice[], tell: (notice: FeedNotice) => void) {
  const [notices, setNotices] = useState<readonly FeedNotice[]>(first)
  const [fresh, setFresh] = useState<readonly number[]>([])
  const [failed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  /** Unix milliseconds from which on something was missed. */
  const missed = useRef<number | null>(null)
  /** Pushed, and in no list so far: how many lists were read since. */
  const pushed = useRef(new Map<number, { notice: NoticeView; lists: number }>())
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => () => clearTimeout(timer.current), [])

  const refetch = useCallback(async () => {
    clearTimeout(timer.current)
    const again = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(refetch, RETRY)
    }
    const all = await call<FeedNotice[]>(`/games/${gameId}/Challenges/Notices`).catch(() => null)
    setFailed(!all)
    if (!all) return again()
    const listed = new Set(all.map(({ id }) => id))
    for (const [id, waiting] of pushed.current)
      if (listed.has(id) || ++waiting.lists === LISTS) pushed.current.delete(id)
    const ahead = [...pushed.current.values()].map(({ notice }) => notice)
    setNotices(merged(ahead, all))
    // A list that was read just before the notice lacks it.
    if (ahead.length > 0) again()
    const since = missed.current
    missed.current = null
    if (since === null) return
    for (const notice of all) if (Date.parse(notice.time) >= since) latest.current(notice)
  }, [gameId])
  const catchUp = useCallback(
    (since: number) => {
      missed.current = Math.min(missed.current ?? since, since)
      void refetch()
    },
    [refetch]
  )
  const add = useCallback(
    (notice: NoticeView) => {
      setNotices((known) => merged(known, [notice]))
      setFresh((known) => [...known, notice.id])
      pushed.current.set(notice.id, { notice, lists: 0 })
      if (notice.type !== 'Normal' || notice.change) return
      // Without its markup until the server has rendered it; spread, as everybody asks at once.
      clearTimeout(timer.current)
      timer.current = setTimeout(refetch, Math.random() * RENDER)
    },
    [refetch]
  )
  return { notices, fresh, failed, add, catchUp }
}
