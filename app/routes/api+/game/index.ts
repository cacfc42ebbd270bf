import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { gameCard } from '~/server/games/contract'

const calls = api({
  GET: call({
    id: 'gameGamesAll',
    summary: 'Newest games',
    answer: z.array(gameCard),
    run: ({ services, ctx }) => services.games.list(ctx)
  })
})
export const loader = calls.loader
export const action = calls.action
