import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { submissionQuery, submissionView } from '~/server/monitoring/contract'
import { idParam, LIST_MAX } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameSubmissions',
    summary: 'Submissions',
    role: 'Monitor',
    params: z.object({ id: idParam }),
    query: submissionQuery,
    answer: z.array(submissionView),
    run({ services, ctx, params, query }) {
      // In the contract 0 asks for everything and skips nothing; a list has a limit all the same (behaviour.md W40).
      const page = query.count === 0 ? { count: LIST_MAX, skip: 0 } : query
      return services.monitoring.submissions(ctx, params.id, query, page)
    }
  })
})
export const loader = calls.loader
export const action = calls.action
