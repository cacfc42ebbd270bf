import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { detailsReply } from '~/app/request/board'
import { detailsView } from '~/scoring/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameChallengesWithTeamInfo',
    summary: 'Challenges and own rank',
    role: 'User',
    params: z.object({ id: idParam }),
    answer: detailsView,
    async run({ services, ctx, params }) {
      const play = await services.participations.guardPlay(ctx, params.id)
      return detailsReply(await services.boards.snapshot(params.id), play)
    }
  })
})
export const loader = calls.loader
export const action = calls.action
