import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { noticeInput, noticeView } from '~/server/notices/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam, noticeId: idParam })

const calls = api({
  PUT: call({
    id: 'editUpdateGameNotice',
    summary: 'Change a notice',
    role: 'Admin',
    params,
    body: noticeInput,
    answer: noticeView,
    run: ({ services, ctx, params, body }) => services.notices.rewrite(ctx, params.id, params.noticeId, body)
  }),
  DELETE: call({
    id: 'editDeleteGameNotice',
    summary: 'Delete a notice',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.notices.withdraw(ctx, params.id, params.noticeId)
  })
})
export const loader = calls.loader
export const action = calls.action
