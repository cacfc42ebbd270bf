import { useRef, useState } from 'react'
import { useText } from '~/app/i18n/text'
import type { LogView } from '~/server/logs/contract'
import { useAdminSocket } from '../runtime/socket'
import { useFollowing, useFresh } from '../runtime/use-following'
import { fits, MAX_ROWS, merged, wordsOf } from './list'
import type { LogsProps } from './props'

/** The list; while following is off, new rows wait. */
export function useLogs({ head, query, rows: made, total: counted, page }: LogsProps) {
  const t = useText()
  const [rows, setRows] = useState(made)
  const [total, setTotal] = useState(counted)
  const [fresh, mark] = useFresh<number>()
  const reached = useRef(head)

  const { pending, came, ...following } = useFollowing<LogView>((events) => {
    if (events.length === 0) return
    setRows((known) => merged(known, events))
    setTotal((known) => known + events.length)
    mark(events.map(({ id }) => id))
  }, MAX_ROWS)

  const socket = useAdminSocket({
    wanted: page === 1,
    after: () => reached.current,
    on: {
      logs({ head: now, events }) {
        // After a reconnection, events may come twice.
        const news = events.filter(({ id }) => id > reached.current)
        reached.current = Math.max(reached.current, now)
        came(news.filter((event) => fits(query, event, wordsOf(t, event.event))))
      },
      // Too many were missed: reload.
      refetch: () => location.reload()
    }
  })

  return { ...socket, ...following, rows, total, fresh, waiting: pending.length }
}
