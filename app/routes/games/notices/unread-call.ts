import { z } from 'zod'
import { MAX_NOTICES } from '~/app/islands/challenges/news/notice-feed'
import { api, call, Reply } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

/** For the bell: the ids of notices after the one read last, out of the newest, and the id of the newest (0 without one). */
const calls = api(null, {
  '/games/:id/Notices/Unread': {
    GET: call({
      id: 'pageUnreadNotices',
      summary: 'Read which notices of a game are newer than the one that was read last',
      params: z.object({ id: idParam }),
      query: z.object({ after: z.union([z.literal('').transform(() => null), idParam]).default(null) }),
      async run({ services, ctx, params, query: { after } }) {
        const notices = await services.notices.list(ctx, params.id, { count: MAX_NOTICES, skip: 0 })
        const ids = notices.map(({ id }) => id)
        return Reply.json({
          ids: after === null ? [] : ids.filter((id) => id > after),
          newest: Math.max(0, ...ids)
        })
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
