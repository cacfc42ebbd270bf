import type { IncomingMessage } from 'node:http'
import { type Actor, type Ctx, hasRole, mayIn } from '~/server/access/contract'
import { announcedEnd, endOf, type GameFacts, gamePhase, laterEndsOf } from '~/server/games/contract'
import { logMessageOf } from '~/server/logs/contract'
import { isAppError } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import type { Services } from '~/server/services'
import { bearerOf } from '~/server/tokens'
import type { Scope } from '~/server/tokens/constants'
import { requireScope } from '~/server/tokens/contract'
import type { Access } from './gateway'

/** True if the scopes of a token allow this socket; sessions and visitors have no scopes. */
function allows(actor: Actor | null, scope: Scope, game: number | null): boolean {
  try {
    requireScope(actor, scope, game)
    return true
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

const timesOf = (game: GameFacts) => ({
  start: game.start.getTime(),
  end: announcedEnd(game).getTime(),
  ends: [game.regularEnd.getTime(), ...laterEndsOf(game).map((one) => Date.parse(one.end))],
  pausedUntil: game.pausedUntil?.getTime() ?? 0,
  freeze: game.freeze?.getTime() ?? 0
})

export function createSocketAccess(
  {
    accounts,
    games,
    logs,
    monitoring,
    tokens
  }: Pick<Services, 'accounts' | 'games' | 'logs' | 'monitoring' | 'tokens'>,
  { localeOf, translate }: Pick<Translator, 'localeOf' | 'translate'>
): Access {
  const requireActor = async (req: IncomingMessage) => {
    const bearer = bearerOf(req)
    // The address is that of the web process, which has already counted unknown cookies and tokens.
    if (bearer !== null) return (await tokens.authenticate(bearer, null)).actor
    return (await accounts.sessions.authenticate(req.headers.cookie ?? null, null)).actor
  }

  const ctxOf = async (req: IncomingMessage): Promise<Ctx> => ({
    now: new Date(),
    actor: await requireActor(req),
    ip: req.socket.remoteAddress ?? '',
    userAgent: req.headers['user-agent'] ?? null,
    requestId: 'socket',
    locale: 'en-US'
  })

  const refusalOf = async (ctx: Ctx, game: number) => {
    try {
      return gamePhase(await games.see(ctx, game), ctx.now) === 'before' ? 'game.not_started' : null
    } catch (error) {
      if (isAppError(error) && error.status === 404) return 'game.not_found'
      throw error
    }
  }

  return {
    async viewer(req) {
      const actor = await requireActor(req)
      return {
        userId: actor?.id ?? null,
        sessionId: actor?.sessionId ?? null,
        role: actor?.role ?? 'visitor'
      }
    },
    async refusal(req, game) {
      const ctx = await ctxOf(req)
      return allows(ctx.actor, 'read', game) ? refusalOf(ctx, game) : 'auth.forbidden'
    },
    async times(game) {
      try {
        return timesOf(await games.info(game))
      } catch (error) {
        if (isAppError(error) && error.status === 404) return null
        throw error
      }
    },
    async staffRefusal(req, game) {
      const ctx = await ctxOf(req)
      // First, so that the errors below do not show which games exist.
      if (!ctx.actor || !mayIn(ctx.actor, game, 'watch')) return 'auth.forbidden'
      if (!allows(ctx.actor, 'monitor', game)) return 'auth.forbidden'
      return refusalOf(ctx, game)
    },
    async standing(req, game) {
      const ctx = await ctxOf(req)
      if (!ctx.actor) return null
      const [found, facts] = await Promise.all([games.standing(ctx, game), games.info(game)])
      return {
        participationId: found?.participationId ?? null,
        status: found?.status ?? 'Unsubmitted',
        division: found?.division ?? null,
        end: found && endOf(facts, found).getTime(),
        unread: found?.unread ?? 0
      }
    },
    feed: monitoring,
    async adminRefusal(req) {
      const actor = await requireActor(req)
      return actor && hasRole(actor.role, 'Admin') && allows(actor, 'admin', null) ? null : 'auth.forbidden'
    },
    logs,
    async wording(req) {
      const locale = await localeOf(req.url ?? '/', req.headers)
      return (event) => logMessageOf(event, locale, translate)
    },
    async sentence(req, code) {
      return translate(await localeOf(req.url ?? '/', req.headers), `errors:${code}`)
    }
  }
}
