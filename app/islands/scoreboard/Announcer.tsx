import { useEffect, useRef, useState } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { firstBloods, ownRemark, type Remark, type Spoken } from './live/announce'
import type { View } from './live/view'

const GAP = 10_000
const MAX_ANNOUNCED = 3

/** Announces first bloods and the own team's changes to screen readers, at a limited rate. */
export function Announcer({ view, own }: { view: View | null; own: number | null }) {
  const t = useText()
  const { number } = useFormat()
  const [remarks, setRemarks] = useState<readonly Remark[]>([])
  const waiting = useRef<Remark[]>([])
  const bloods = useRef(new Set<number>())
  const spoken = useRef<Spoken | null>(null)
  const latest = useRef(view)
  latest.current = view

  useEffect(() => {
    if (!view) return
    for (const { challenge, remark } of firstBloods(view, bloods.current)) {
      bloods.current.add(challenge)
      waiting.current.push(remark)
    }
    const team = own === null ? undefined : view.board.state.teams.get(own)
    spoken.current ??= team ? { rank: team.rank, score: team.score } : null
  }, [view, own])

  useEffect(() => {
    const timer = setInterval(() => {
      const news = waiting.current.splice(0, MAX_ANNOUNCED)
      waiting.current = []
      const mine = latest.current && ownRemark(latest.current, own, spoken.current)
      if (mine?.kind === 'own') {
        spoken.current = mine
        news.push(mine)
      }
      if (news.length > 0) setRemarks(news)
    }, GAP)
    return () => clearInterval(timer)
  }, [own])

  const words = (remark: Remark) =>
    remark.kind === 'own'
      ? t('scoreboard:say.own', { rank: number(remark.rank), score: number(remark.score) })
      : t('scoreboard:say.first_blood', { team: remark.team, challenge: remark.challenge })
  return (
    <p className="sr" aria-live="polite">
      {remarks.map(words).join(' ')}
    </p>
  )
}
