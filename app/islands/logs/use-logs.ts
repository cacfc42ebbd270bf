import { useRef, useState } from 'react'
import type { LogView } from '~/server/logs/contract'
import { useAdminSocket } from '../runtime/socket'
import { useText } from '../runtime/text'
import { fits, MOST, merged, wordsOf } from './list'
import type { LogsProps } from './props'

/** How long a new row is marked, in milliseconds. */
const FRESH_MS = 4000

/** The list as it is now; while it does not follow, new rows wait. */
export function useLogs({ head, query, rows: made, total: counted, page }: LogsProps) {
  const t = useText()
  const [rows, setRows] = useState(made)
  const [total, setTotal] = useState(counted)
  const [fresh, setFresh] = useState<ReadonlySet<number>>(() => new Set())
  const [held, setHeld] = useState<LogView[]>([])
  const [follows, setFollows] = useState(true)
  const reached = useRef(head)

  const take = (events: readonly LogView[]) => {
    if (events.length === 0) return
    const ids = events.map(({ id }) => id)
    setRows((known) => merged(known, events))
    setTotal((known) => known + events.length)
    setFresh((known) => new Set([...known, ...ids]))
    setTimeout(() => setFresh((known) => new Set([...known].filter((id) => !ids.includes(id)))), FRESH_MS)
  }

  const socket = useAdminSocket({
    wanted: page === 1,
    after: () => reached.current,
    on: {
      logs({ head: now, events }) {
        // What a lost connection sent twice is known.
        const news = events.filter(({ id }) => id > reached.current)
        reached.current = Math.max(reached.current, now)
        const fitting = news.filter((event) => fits(query, event, wordsOf(t, event.event)))
        if (follows) take(fitting)
        else if (fitting.length > 0) setHeld((waiting) => [...waiting, ...fitting].slice(-MOST))
      },
      // What was missed is too much for a list: the page is made anew.
      refetch: () => location.reload()
    }
  })

  const show = () => {
    take(held)
    setHeld([])
  }
  return {
    ...socket,
    rows,
    total,
    fresh,
    follows,
    waiting: held.length,
    show,
    follow(on: boolean) {
      setFollows(on)
      if (on) show()
    }
  }
}
