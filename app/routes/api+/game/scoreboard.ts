import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { boardReply } from '~/app/request/board'
import { boardView } from '~/scoring/contract'
import { phaseOf } from '~/server/games/contract'
import { gameNotStarted } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameScoreboard',
    summary: 'Scoreboard',
    params: z.object({ id: idParam }),
    answer: boardView,
    async run({ services, ctx, params, request }) {
      const game = await services.games.see(ctx, params.id)
      if (phaseOf(game, ctx.now) === 'before') throw gameNotStarted()
      return boardReply(await services.boards.snapshot(game.id), request)
    }
  })
})
export const loader = calls.loader
export const action = calls.action
