import { api, call } from '~/app/request/api'
import { gameInfo, gameInput } from '~/server/games/contract'
import { pageOf, paging } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'editGetGames',
    summary: 'Games for editors',
    role: 'Admin',
    query: paging(0),
    answer: pageOf(gameInfo),
    run: ({ services, ctx, query }) => services.games.editList(ctx, query)
  }),
  POST: call({
    id: 'editAddGame',
    summary: 'Create a game',
    role: 'Admin',
    body: gameInput,
    answer: gameInfo,
    run: ({ services, ctx, body }) => services.games.create(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action
