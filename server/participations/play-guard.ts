import { requireActor } from '~/server/access'
import { type GameAccess, phaseIn } from '~/server/games/contract'
import { AppError, gameEnded, gameNotStarted } from '~/server/platform/errors'
import type { PlayGuard } from './contract'

export function createPlayGuard(games: GameAccess): PlayGuard['guardPlay'] {
  return async (ctx, gameId, { afterEnd = false, anyTime = false } = {}) => {
    requireActor(ctx)
    const game = await games.see(ctx, gameId)
    const standing = await games.standing(ctx, gameId)
    if (!standing?.member) throw new AppError('game.not_participating')
    if (standing.status !== 'Accepted') throw new AppError('participation.not_accepted')
    if (!anyTime) {
      const phase = phaseIn(game, standing, ctx.now)
      if (phase === 'before') throw gameNotStarted()
      if (phase === 'ended' && !game.practiceMode && !afterEnd) throw gameEnded()
    }
    const { participationId, teamId, teamName, division, extraMs, token } = standing
    return { game, participationId, teamId, teamName, division, extraMs, token }
  }
}
