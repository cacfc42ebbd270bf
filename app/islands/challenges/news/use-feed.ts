import { useCallback, useState } from 'react'
import type { FeedNotice } from '~/app/islands/news/notice'
import { noticesWith } from '~/app/islands/news/notices-with'
import type { NoticeView } from '~/server/notices/contract'
import { merged } from './notice-feed'

/** Notices of the page, pushed ones (`add`), and after a reconnection the missed ones. */
export function useFeed(gameId: number, first: FeedNotice[]) {
  const [notices, setNotices] = useState<readonly FeedNotice[]>(first)
  const [fresh, setFresh] = useState<readonly number[]>([])
  const [failed, setFailed] = useState(false)
  const refetch = useCallback(
    async (id?: number): Promise<FeedNotice[]> => {
      const all = await noticesWith(gameId, id)
      setFailed(!all)
      if (!all) return refetch(id)
      setNotices(merged([], all))
      return all
    },
    [gameId]
  )
  const add = useCallback(
    (notice: NoticeView) => {
      setNotices((known) => merged(known, [notice]))
      setFresh((known) => [...known, notice.id])
      // A push has plain text; the server renders it.
      if (notice.type === 'Normal' && !notice.change) void refetch(notice.id)
    },
    [refetch]
  )
  return { notices, fresh, failed, add, refetch }
}
