import { z } from 'zod'
import { MAX_NOTICES } from '~/app/islands/challenges/news/notice-feed'
import { api, call, Reply } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { feedOf } from './rendered-notices'

/** The contract's notices with rendered Markdown, for the open page. */
const calls = api(null, {
  '/games/:id/Challenges/Notices': {
    GET: call({
      id: 'pageNotices',
      summary: 'Read the notices of a game for its page',
      params: z.object({ id: idParam }),
      run: async ({ services, ctx, params }) =>
        Reply.json(feedOf(await services.notices.list(ctx, params.id, { count: MAX_NOTICES, skip: 0 })))
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
