import { useRef, useState } from 'react'
import type { MonitorNews } from '~/scoring/gateway/contract'
import type { Figures, GameEventView, SubmissionView } from '~/server/monitoring/contract'
import { serverNow, useNow } from '../runtime/clock'
import { useMonitorSocket } from '../runtime/socket'
import { useFollowing, useFresh } from '../runtime/use-following'
import { fitsEvent, fitsSubmission, MAX_ROWS, merged } from './monitor-rows'
import type { EventList, MonitorProps, SubmissionList } from './props'
import type { Query } from './query'

const TICK_MS = 5000
const RECENT_MS = 60_000

type Rows = Pick<SubmissionList, 'list' | 'rows'> | Pick<EventList, 'list' | 'rows'>

const submissionKey = ({ id }: SubmissionView) => `s${id}`
const eventKey = ({ key }: GameEventView) => key

interface Shown {
  rows: Rows
  total: number
}

function withNews(shown: Shown, news: MonitorNews, query: Query): { shown: Shown; keys: string[] } {
  const { rows, total } = shown
  if (rows.list === 'submissions') {
    const known = new Set(rows.rows.map(submissionKey))
    const fitting = news.submissions.filter((row) => fitsSubmission(query, row))
    const keys = fitting.map(submissionKey)
    const list = merged(rows.rows, fitting, submissionKey)
    const added = keys.filter((key) => !known.has(key)).length
    return { shown: { rows: { list: 'submissions', rows: list }, total: total + added }, keys }
  }
  const known = new Set(rows.rows.map(eventKey))
  const fitting = news.events.filter((row) => fitsEvent(query, row))
  const keys = fitting.map(eventKey).filter((key) => !known.has(key))
  const list = merged(rows.rows, fitting, eventKey)
  return { shown: { rows: { list: 'events', rows: list }, total: total + keys.length }, keys }
}

/** Each news item comes once after the page's cursor, so counting those that pass is exact. */
function counted({ verdicts, recent }: Figures, news: MonitorNews, query: Query): Figures {
  const submissions = news.submissions.filter((row) => fitsSubmission({ ...query, type: null }, row))
  const next = { ...verdicts }
  // Answers in practice do not count for the game.
  for (const { status, late } of submissions) if (status !== 'FlagSubmitted' && !late) next[status]++
  const times = submissions.map(({ time }) => Date.parse(time))
  return { verdicts: next, recent: [...times, ...recent].slice(0, 2 * MAX_ROWS) }
}

/** The list; while following is off, new rows wait. */
export function useNews({ gameId, moving, query, content, cursor, now: made }: MonitorProps) {
  const [{ rows, total }, setShown] = useState<Shown>(() => ({ rows: content, total: content.total }))
  const [fresh, mark] = useFresh<string>()
  const [figures, setFigures] = useState(content.list === 'submissions' ? content.figures : null)
  const [at, setAt] = useState<number | null>(null)
  const reached = useRef(cursor)
  const now = useNow(made, TICK_MS)

  const latest = useRef<Shown>({ rows, total })
  const { pending, came, ...following } = useFollowing<MonitorNews>((news) => {
    const keys: string[] = []
    for (const one of news) {
      const next = withNews(latest.current, one, query)
      latest.current = next.shown
      keys.push(...next.keys)
    }
    if (keys.length === 0) return
    setShown(latest.current)
    mark(keys)
  }, MAX_ROWS)

  const socket = useMonitorSocket({
    game: moving && content.page === 1 ? gameId : null,
    after: () => reached.current,
    on: {
      news(news) {
        reached.current = news.cursor
        if (news.submissions.length + news.events.length === 0) return
        setAt(serverNow())
        setFigures((known) => known && counted(known, news, query))
        came([news])
      },
      refetch: () => location.reload()
    }
  })

  return {
    ...socket,
    ...following,
    rows,
    total,
    fresh,
    figures,
    at,
    now,
    waiting: pending.reduce((sum, news) => sum + withNews({ rows, total }, news, query).keys.length, 0)
  }
}

/** Number of times within the minute before `now`. */
export const inLastMinute = (times: readonly number[], now: number): number =>
  times.filter((time) => time > now - RECENT_MS).length
