import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { gameInfo, gameUpdate } from '~/server/games/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'editGetGame',
    summary: 'Read a game for editors',
    role: 'Admin',
    params,
    answer: gameInfo,
    run: ({ services, ctx, params }) => services.games.editOne(ctx, params.id)
  }),
  PUT: call({
    id: 'editUpdateGame',
    summary: 'Change a game',
    role: 'Admin',
    params,
    body: gameUpdate,
    answer: gameInfo,
    run: ({ services, ctx, params, body }) => services.games.update(ctx, params.id, body, { ownWrites: true })
  }),
  DELETE: call({
    id: 'editDeleteGame',
    summary: 'Delete a game',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.games.remove(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action
