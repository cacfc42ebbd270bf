import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { playedChallenge } from '~/app/request/played-challenge'
import { idParam } from '~/server/platform/wire'
import { belowText } from './below-text'
import { nextAfter } from './next'
import { sheetOf } from './sheet'

/** The contract's challenge with rendered Markdown, for the open page. */
const calls = api(null, {
  '/games/:id/Challenges/:challengeId': {
    GET: call({
      id: 'pageChallenge',
      summary: 'Read a challenge for its dialog',
      role: 'User',
      params: z.object({ id: idParam, challengeId: idParam }),
      run: async ({ services, ctx, params, translator }) => {
        const played = await playedChallenge({ services, ctx }, params.id, params.challengeId)
        const t = translator.textOf(ctx.locale)
        const [below, next] = await Promise.all([
          belowText({ services, ctx }, params.id, played, t),
          nextAfter({ services, ctx }, params.id, played)
        ])
        return Reply.json(sheetOf(played, t, below, next))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
