import { useEffect, useRef, useState } from 'react'
import { useText } from '~/app/i18n/text'
import type { BoardItem } from '~/scoring/rules'
import { useNumber } from '../words'

/** Milliseconds between two announcements. */
const GAP = 10_000

type Place = Pick<BoardItem, 'rank' | 'score'>

/** Text for screen readers when the own rank has changed. */
export function useOwnAnnouncement(own: Place | null): string {
  const t = useText()
  const number = useNumber()
  const [announced, setAnnounced] = useState<Place | null>(null)
  const latest = useRef(own)
  latest.current = own
  const known = useRef(own?.rank)
  const next = useRef(0)
  const rank = own?.rank
  useEffect(() => {
    if (rank === undefined || rank === known.current) return
    const timer = setTimeout(
      () => {
        const first = known.current === undefined
        known.current = rank
        next.current = Date.now() + GAP
        if (!first) setAnnounced(latest.current)
      },
      Math.max(0, next.current - Date.now())
    )
    return () => clearTimeout(timer)
  }, [rank])
  return announced
    ? t('challenges:own.said', { rank: number(announced.rank), score: number(announced.score) })
    : ''
}
