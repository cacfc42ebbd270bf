import { useEffect, useState } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { pageNow, replaceMarked } from '../refresh/exchange'

interface GameWatchProps {
  at: number
}

const POLL_MS = 5000
/** Milliseconds after which shown data counts as old. */
const STALE_MS = 10_000

/** Keeps the page up to date, and shows since when it is not (docs/rules/watch.md#page). */
export function GameWatch({ at }: GameWatchProps) {
  const t = useText()
  const { clock } = useFormat()
  const [shown, setShown] = useState(at)
  const [stale, setStale] = useState(false)

  useEffect(() => {
    let answeredAt = Date.now()
    let isPolling = false
    const set = (isStale: boolean) => {
      setStale(isStale)
      document.querySelector('[data-game-watch]')?.toggleAttribute('data-stale', isStale)
    }
    const poll = async () => {
      if (document.hidden || isPolling) return
      isPolling = true
      try {
        const fresh = await pageNow()
        replaceMarked(document, fresh)
        answeredAt = Date.now()
        setShown(
          Number(fresh.querySelector<HTMLElement>('[data-game-watch]')?.dataset.gameWatch) || answeredAt
        )
        set(false)
      } catch {
        // The time since the last response shows the failure.
      }
      isPolling = false
    }
    const seen = () => void poll()
    const polling = setInterval(poll, POLL_MS)
    const timer = setInterval(() => set(Date.now() - answeredAt > STALE_MS), 1000)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(polling)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])

  const time = clock(new Date(shown))
  return (
    <p className={stale ? 'not-live' : 'asof'}>
      {t(stale ? 'gamewatch:stale' : 'gamewatch:as_of', { time })}
    </p>
  )
}
