import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { submissionQuery, submissionView } from '~/server/monitoring/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameSubmissions',
    summary: 'Submissions',
    role: 'Monitor',
    params: z.object({ id: idParam }),
    query: submissionQuery,
    answer: z.array(submissionView),
    run: ({ services, ctx, params, query }) => services.monitoring.submissions(ctx, params.id, query, query)
  })
})
export const loader = calls.loader
export const action = calls.action
