import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { COLUMNS_TYPE, columnsReply } from '~/app/request/board'
import { phaseOf } from '~/server/games/contract'
import { gameNotStarted } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

/** Not in the contract: the scoreboard as our own pages read it, with the same version as the JSON. */
const calls = api({
  GET: call({
    id: 'gameScoreboardColumns',
    summary: 'Scoreboard by columns',
    params: z.object({ id: idParam }),
    file: COLUMNS_TYPE,
    async run({ services, ctx, params, request }) {
      const game = await services.games.see(ctx, params.id)
      if (phaseOf(game, ctx.now) === 'before') throw gameNotStarted()
      return columnsReply(await services.boards.snapshot(game.id), request)
    }
  })
})
export const loader = calls.loader
export const action = calls.action
