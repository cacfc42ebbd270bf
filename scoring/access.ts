import type { IncomingMessage } from 'node:http'
import { type Ctx, reaches } from '~/server/access/contract'
import { phaseOf } from '~/server/games/contract'
import { logMessageOf } from '~/server/logs/contract'
import { isAppError } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import type { Services } from '~/server/services'
import type { Access } from './gateway'

/** Sockets are let in by the same rules as pages and calls. */
export function accessOf(
  { accounts, games, logs, monitoring }: Pick<Services, 'accounts' | 'games' | 'logs' | 'monitoring'>,
  { localeOf, translate }: Pick<Translator, 'localeOf' | 'translate'>
): Access {
  const requireActor = async (req: IncomingMessage) =>
    // It came through the web process, whose address this is, and which has counted cookies that nobody has.
    (await accounts.sessions.authenticate(req.headers.cookie ?? null, null)).actor

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
      return phaseOf(await games.see(ctx, game), ctx.now) === 'before' ? 'game.not_started' : null
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
    refusal: async (req, game) => refusalOf(await ctxOf(req), game),
    async times(game) {
      try {
        const { start, end, pausedUntil } = await games.info(game)
        return { start: start.getTime(), end: end.getTime(), pausedUntil: pausedUntil?.getTime() ?? 0 }
      } catch (error) {
        if (isAppError(error) && error.status === 404) return null
        throw error
      }
    },
    async staffRefusal(req, game) {
      const ctx = await ctxOf(req)
      // First, so that nobody below learns which games there are.
      if (!ctx.actor || !reaches(ctx.actor.role, 'Monitor')) return 'auth.forbidden'
      return refusalOf(ctx, game)
    },
    async standing(req, game) {
      const ctx = await ctxOf(req)
      if (!ctx.actor) return null
      const found = await games.standing(ctx, game)
      return {
        participationId: found?.participationId ?? null,
        status: found?.status ?? 'Unsubmitted',
        division: found?.division ?? null
      }
    },
    feed: monitoring,
    async adminRefusal(req) {
      const actor = await requireActor(req)
      return actor && reaches(actor.role, 'Admin') ? null : 'auth.forbidden'
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
