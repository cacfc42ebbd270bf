import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedNotice } from '~/app/islands/news/notice'
import { markRead, onRead, readOf } from '~/app/islands/scripts/notices/read'
import { newestOf, unreadIn } from './notice-feed'

/**
 * Read from the next visit on once the panel (`ref`) was visible, and at once by `clear`, in the drawer or another tab.
 * Without script or on a first visit nothing is unread.
 */
export function useUnread(gameId: number, notices: readonly FeedNotice[]) {
  const newest = newestOf(notices)
  const [read, setRead] = useState(Number.POSITIVE_INFINITY)
  const first = useRef(newest)
  const ref = useRef<HTMLElement>(null)

  useEffect(() => {
    setRead(readOf(gameId) ?? first.current)
    return onRead((game, id, how) => {
      if (game === gameId && how === 'read') setRead((known) => Math.max(known, id))
    })
  }, [gameId])

  useEffect(() => {
    let inView = false
    const note = () => {
      if (inView && document.visibilityState === 'visible') markRead(gameId, newest, 'seen')
    }
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry!.isIntersecting
      note()
    })
    observer.observe(ref.current!)
    document.addEventListener('visibilitychange', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', note)
    }
  }, [gameId, newest])

  const clear = useCallback(() => markRead(gameId, newest, 'read'), [gameId, newest])

  return { ref, unread: unreadIn(notices, read), clear }
}
