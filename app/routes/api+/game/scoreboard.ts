import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { boardReply, COLUMNS_TYPE, columnsReply, partReply, teamReply } from '~/app/request/board'
import { boardPart, boardTeam, boardView } from '~/scoring/contract'
import { shownFields } from '~/server/accounts/contract'
import { gamePhase } from '~/server/games/contract'
import { gameNotStarted, notFound } from '~/server/platform/errors'
import { idParam, pagingQuery } from '~/server/platform/wire'

const MAX_TEAMS = 100

const calls = api('read', {
  '/api/game/:id/scoreboard': {
    GET: call({
      id: 'gameScoreboard',
      summary: 'Scoreboard',
      params: byId,
      answer: boardView,
      async run({ services, ctx, params, request }) {
        const game = await services.games.see(ctx, params.id)
        if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
        const { boards } = services
        return boardReply(await boards.snapshot(game.id), request, boards.asOf(game.id))
      }
    })
  },
  // Not in the contract: the scoreboard for our own pages, with the same version as the JSON.
  '/api/game/:id/scoreboard/columns': {
    GET: call({
      id: 'gameScoreboardColumns',
      summary: 'Scoreboard by columns',
      params: byId,
      file: COLUMNS_TYPE,
      async run({ services, ctx, params, request }) {
        const game = await services.games.see(ctx, params.id)
        if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
        const { boards } = services
        return columnsReply(await boards.snapshot(game.id), request, boards.asOf(game.id))
      }
    })
  },
  // Not in the contract: part of the scoreboard, for clients that want neither all of it nor a socket.
  '/api/game/:id/scoreboard/page': {
    GET: call({
      id: 'gameScoreboardPage',
      summary: 'Some teams of the scoreboard',
      params: byId,
      query: pagingQuery(50, MAX_TEAMS).extend({
        division: z.string().max(256, 'field.text_too_long').optional(),
        /** ISO 3166-1 alpha-2. */
        country: shownFields.country
      }),
      answer: boardPart,
      async run({ services, ctx, params, query, request }) {
        const game = await services.games.see(ctx, params.id)
        if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
        const standing = await services.games.standing(ctx, game.id)
        const own = standing?.status === 'Accepted' ? standing.participationId : null
        const { count, skip, division, country = null } = query
        const wanted = { division: division || null, country, matches: null, from: skip, count, leaders: 0 }
        const { boards } = services
        return partReply(await boards.part(game.id, wanted, own), request, boards.asOf(game.id))
      }
    })
  },
  // Not in the contract: a team's page (docs/rules/interface.md#team-page).
  '/api/game/:id/scoreboard/teams/:teamId': {
    GET: call({
      id: 'gameScoreboardTeam',
      summary: 'A team of the scoreboard and its ranks over time',
      params: z.object({ id: idParam, teamId: idParam }),
      answer: boardTeam,
      async run({ services, ctx, params }) {
        const game = await services.games.see(ctx, params.id)
        if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
        const { boards } = services
        const team = await boards.course(game.id, params.teamId)
        if (!team) throw notFound('team.not_found')
        return teamReply(team, boards.asOf(game.id))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
