import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { gameView } from '~/server/games/contract'
import { joinInput } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'gameGames',
    summary: 'Read a game',
    params,
    answer: gameView,
    run: ({ services, ctx, params }) => services.games.one(ctx, params.id)
  }),
  POST: call({
    id: 'gameJoinGame',
    summary: 'Register for a game',
    role: 'User',
    params,
    body: joinInput,
    run: ({ services, ctx, params, body }) => services.participations.join(ctx, params.id, body)
  }),
  DELETE: call({
    id: 'gameLeaveGame',
    summary: 'Withdraw own registration',
    role: 'User',
    params,
    run: ({ services, ctx, params }) => services.participations.leave(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action
