import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedNotice } from '~/app/islands/news/notice'
import { newestOf, unreadIn } from './feed'

const keyOf = (gameId: number) => `notices-read-${gameId}`

/** Newest notice seen in an earlier visit; null on the first visit. */
function readBefore(gameId: number): number | null {
  const stored = localStorage.getItem(keyOf(gameId))
  return stored !== null && /^\d{1,15}$/.test(stored) ? Number(stored) : null
}

/**
 * Read from the next visit on once the panel (`ref`) was visible, and at once by `clear`.
 * Without script or on a first visit nothing is unread.
 */
export function useUnread(gameId: number, notices: readonly FeedNotice[]) {
  const newest = newestOf(notices)
  const [read, setRead] = useState(Number.POSITIVE_INFINITY)
  const first = useRef(newest)
  const ref = useRef<HTMLElement>(null)

  useEffect(() => setRead(readBefore(gameId) ?? first.current), [gameId])

  useEffect(() => {
    let inView = false
    const note = () => {
      if (inView && document.visibilityState === 'visible')
        localStorage.setItem(keyOf(gameId), String(newest))
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

  const clear = useCallback(() => {
    localStorage.setItem(keyOf(gameId), String(newest))
    setRead(newest)
  }, [gameId, newest])

  return { ref, unread: unreadIn(notices, read), clear }
}
