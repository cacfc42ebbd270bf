import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { csv } from '~/server/platform/sheets/csv'
import { idParam } from '~/server/platform/wire'
import {
  type SeasonTeam,
  type SeasonView,
  seasonCreate,
  seasonEdit,
  seasonGameInput,
  seasonPart,
  seasonRow,
  seasonUpdate,
  seasonView
} from '~/server/seasons/contract'

const byGame = byId.extend({ gameId: idParam })

/** For each game its place and points, empty where the team has none. */
const sheetRow = ({ place, team, points, results }: SeasonTeam, games: SeasonView['games']) => [
  ...[place, team.id, team.name, points],
  ...games.flatMap(({ id }) => {
    const result = results.find(({ game }) => game === id)
    return result ? [result.place, result.points] : [null, null]
  })
]

/** Each change answers the season as it is then. */
const editing = {
  '/api/edit/seasons': {
    GET: call({
      id: 'editSeasons',
      summary: 'Seasons, newest first',
      scope: 'edit',
      role: 'Admin',
      answer: z.array(seasonRow),
      run: ({ services, ctx }) => services.seasons.editList(ctx)
    }),
    POST: call({
      id: 'editAddSeason',
      summary: 'Create a season without games',
      scope: 'edit',
      role: 'Admin',
      body: seasonCreate,
      answer: seasonEdit,
      run: async ({ services: { seasons }, ctx, body }) =>
        seasons.editOne(ctx, await seasons.create(ctx, body))
    })
  },
  '/api/edit/seasons/:id': {
    GET: call({
      id: 'editSeason',
      summary: 'A season with its rules and games, hidden ones too',
      scope: 'edit',
      role: 'Admin',
      params: byId,
      answer: seasonEdit,
      run: ({ services, ctx, params }) => services.seasons.editOne(ctx, params.id)
    }),
    PUT: call({
      id: 'editUpdateSeason',
      summary: 'Change title and rules of a season',
      scope: 'edit',
      role: 'Admin',
      params: byId,
      body: seasonUpdate,
      answer: seasonEdit,
      async run({ services: { seasons }, ctx, params, body }) {
        await seasons.update(ctx, params.id, body)
        return seasons.editOne(ctx, params.id)
      }
    }),
    DELETE: call({
      id: 'editDeleteSeason',
      summary: 'Delete a season; its games stay',
      scope: 'edit',
      role: 'Admin',
      params: byId,
      run: ({ services, ctx, params }) => services.seasons.remove(ctx, params.id)
    })
  },
  '/api/edit/seasons/:id/games/:gameId': {
    PUT: call({
      id: 'editPutSeasonGame',
      summary: 'Add a game to a season, or give it another weight',
      scope: 'edit',
      role: 'Admin',
      params: byGame,
      body: seasonGameInput,
      answer: seasonEdit,
      async run({ services: { seasons }, ctx, params, body }) {
        await seasons.putGame(ctx, params.id, params.gameId, body.weight)
        return seasons.editOne(ctx, params.id)
      }
    }),
    DELETE: call({
      id: 'editRemoveSeasonGame',
      summary: 'Take a game out of a season',
      scope: 'edit',
      role: 'Admin',
      params: byGame,
      answer: seasonEdit,
      async run({ services: { seasons }, ctx, params }) {
        await seasons.removeGame(ctx, params.id, params.gameId)
        return seasons.editOne(ctx, params.id)
      }
    })
  }
} as const

// Not in the contract (docs/rules/seasons.md#calls).
const calls = api('read', {
  ...editing,
  '/api/season/:id': {
    GET: call({
      id: 'season',
      summary: 'Standing of a season',
      params: byId,
      query: seasonPart,
      answer: seasonView,
      run: ({ services, params, query }) => services.seasons.one(params.id, query)
    })
  },
  '/api/season/:id/csv': {
    GET: call({
      id: 'seasonCsv',
      summary: 'Standing of a season, as CSV',
      params: byId,
      file: 'text/csv',
      async run({ services, params }) {
        const { games, data } = await services.seasons.whole(params.id)
        const head = games.flatMap(({ title }) => [`${title}: place`, `${title}: points`])
        const headers = {
          'Content-Type': 'text/csv',
          'Content-Disposition': disposition('attachment', `season-${params.id}.csv`)
        }
        const lines = data.map((team) => sheetRow(team, games))
        return new Reply(200, headers, csv([['place', 'teamId', 'team', 'points', ...head], ...lines]))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
