import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { ctftimeReply } from '~/app/request/ctftime'
import { phaseOf } from '~/server/games/contract'
import { gameNotStarted } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

const feed = z
  .object({
    tasks: z.array(z.string()),
    standings: z.array(
      z.object({
        pos: z.int(),
        team: z.string(),
        score: z.int(),
        taskStats: z.record(z.string(), z.object({ points: z.int(), time: z.int() })),
        lastAccept: z.int().optional()
      })
    )
  })
  .meta({ id: 'CtftimeFeed' })

const calls = api({
  GET: call({
    id: 'gameCtftime',
    summary: 'Scoreboard as CTFtime reads it',
    params: z.object({ id: idParam }),
    answer: feed,
    async run({ services, ctx, params, request }) {
      const game = await services.games.see(ctx, params.id)
      if (phaseOf(game, ctx.now) === 'before') throw gameNotStarted()
      return ctftimeReply(await services.boards.snapshot(game.id), request)
    }
  })
})
export const loader = calls.loader
export const action = calls.action
