import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { noticeView } from '~/server/notices/contract'
import { idParam, paging } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameNotices',
    summary: 'Notices',
    params: z.object({ id: idParam }),
    query: paging(100),
    answer: z.array(noticeView),
    run: ({ services, ctx, params, query }) => services.notices.list(ctx, params.id, query)
  })
})
export const loader = calls.loader
export const action = calls.action
