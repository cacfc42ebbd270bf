import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/files/download'
import { csv } from '~/server/platform/sheets/csv'
import { idParam } from '~/server/platform/wire'
import { type SeasonTeam, type SeasonView, seasonPart, seasonView } from '~/server/seasons/contract'

const byId = z.object({ id: idParam })

/** For each game its place and points, empty where the team has none. */
const sheetRow = ({ place, team, points, results }: SeasonTeam, games: SeasonView['games']) => [
  ...[place, team.id, team.name, points],
  ...games.flatMap(({ id }) => {
    const result = results.find(({ game }) => game === id)
    return result ? [result.place, result.points] : [null, null]
  })
]

// Not in the contract (docs/rules/seasons.md#calls).
const calls = api('read', {
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
