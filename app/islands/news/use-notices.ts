import { useRef } from 'react'
import type { NoticeView } from '~/server/notices/contract'
import type { Connection } from '../runtime/socket'
import { type FeedNotice, isToasted } from './notice'
import { noticesWith } from './notices-with'
import { markShown } from './shown'
import { useMissed } from './use-missed'

/** Each notice once, also those missed while offline; rendered, or as plain text when that fails. */
export function useNotices(gameId: number, connection: Connection, onNotice: (notice: FeedNotice) => void) {
  const latest = useRef(onNotice)
  latest.current = onNotice
  const report = (notice: FeedNotice) => {
    if (isToasted(notice) && markShown(gameId, notice.id)) latest.current(notice)
  }
  useMissed(connection, Number.POSITIVE_INFINITY, async (since) => {
    const all = await noticesWith(gameId)
    for (const one of all?.reverse() ?? []) if (Date.parse(one.time) >= since) report(one)
  })
  return async (notice: NoticeView) => {
    const { id, type, change } = notice
    const all = type === 'Normal' && !change ? await noticesWith(gameId, id) : null
    report(all?.find((one) => one.id === id) ?? notice)
  }
}
