import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { teamReply } from '~/app/request/board'
import { boardTeam } from '~/scoring/contract'
import { phaseOf } from '~/server/games/contract'
import { gameNotStarted, notFound } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

const calls = api('read', {
  // Not in the contract: a team's page (docs/rules/interface.md#team-page).
  '/api/game/:id/scoreboard/teams/:teamId': {
    GET: call({
      id: 'gameScoreboardTeam',
      summary: 'A team of the scoreboard and its ranks over time',
      params: z.object({ id: idParam, teamId: idParam }),
      answer: boardTeam,
      async run({ services, ctx, params }) {
        const game = await services.games.see(ctx, params.id)
        if (phaseOf(game, ctx.now) === 'before') throw gameNotStarted()
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
