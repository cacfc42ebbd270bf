import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { noticeInput, noticeView } from '~/server/notices/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'editGetGameNotices',
    summary: 'List editable notices',
    role: 'Admin',
    params,
    answer: z.array(noticeView),
    run: ({ services, ctx, params }) => services.notices.written(ctx, params.id)
  }),
  POST: call({
    id: 'editAddGameNotice',
    summary: 'Publish a notice',
    role: 'Admin',
    params,
    body: noticeInput,
    answer: noticeView,
    run: ({ services, ctx, params, body }) => services.notices.publish(ctx, params.id, body)
  })
})
export const loader = calls.loader
export const action = calls.action
