import { z } from 'zod'
import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import type { Database } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Limits } from '~/server/platform/limits'
import { RATES } from '~/server/platform/rates'

/** Where a tunnel leads, for whoever showed a ticket that is good. */
export interface TunnelTarget {
  ticket: string
  instance: string
  kind: 'team' | 'test'
  /** Inside the instance's own network, reachable from the engine's machine. */
  address: string
  /** Of the service inside. */
  port: number
  /** Address of the engine, and the port that it publishes the service on. */
  engine: string
  published: number
}

/** What opens tunnels to instances. */
export interface Tickets {
  /** The entry of a running instance for the caller: what is stored when ports are published, else their ticket. */
  entry(ctx: Ctx, instanceId: string, stored: string | null): Promise<string | null>
  /** The caller's own ticket of an instance, made when it is asked for the first time. Null for one that is gone. */
  of(ctx: Ctx, instanceId: string): Promise<string | null>
  /**
   * Where a ticket leads. The id of an instance opens nothing by itself: it counts as the caller's own ticket, for
   * members of its team and administrators who are logged in.
   * @throws AppError `proxy.disabled` when players come by published ports; `container.not_found` 404 for what is no
   *   ticket, or is good no more; `rate.limited` 429 for an address that tries many of those
   */
  admit(ctx: Ctx, id: string, kind: 'team' | 'test', limits: Pick<Limits, 'take'>): Promise<TunnelTarget>
  /** Those of the instances that take connections. */
  takesConnections(ids: readonly string[]): Promise<Set<string>>
  /** Those of the tickets that are still good. */
  stillGood(ids: readonly string[]): Promise<Set<string>>
}

/**
 * SQL: a ticket that is good. Its instance takes connections, its session goes on, and its holder is still a member of
 * the team, or an administrator.
 */
const GOOD = `
  FROM instance_tickets t
  JOIN instances i ON i.id = t.instance_id AND i.desired = 'up' AND i.state IN ('ready', 'unhealthy')
  JOIN sessions s ON s.id = t.session_id AND s.expires_at > now()
  JOIN users u ON u.id = t.user_id AND u.active AND u.role <> 'Banned'
  JOIN engines e ON e.id = i.engine_id
  WHERE (u.role = 'Admin' OR i.kind = 'team' AND EXISTS (
    SELECT FROM registrations r JOIN participations p ON p.id = r.participation_id
    WHERE r.participation_id = i.participation_id AND r.user_id = t.user_id AND p.status = 'Accepted'))`

/** `enabled`: players come by tunnels. */
export function createTickets({ pool }: Database, enabled: boolean): Tickets {
  const find = async (id: string, kind: 'team' | 'test') => {
    const { rows } = await pool.query<TunnelTarget>({
      name: 'tunnel_target',
      text: `SELECT t.id AS ticket, i.id AS instance, i.kind, i.address, (i.spec->>'port')::int AS port,
               e.address AS engine, i.port AS published
             ${GOOD} AND t.id = $1 AND i.kind = $2`,
      values: [id, kind]
    })
    return rows[0] ?? null
  }

  const of: Tickets['of'] = async (ctx, instanceId) => {
    const { id: userId, sessionId } = actorOf(ctx)
    const { rows } = await pool.query<{ id: string }>({
      name: 'ticket_of',
      text: `WITH made AS (
               INSERT INTO instance_tickets (instance_id, user_id, session_id)
               SELECT i.id, $2, s.id FROM instances i, sessions s WHERE i.id = $1 AND s.id = $3
                 AND NOT EXISTS (SELECT FROM instance_tickets k WHERE k.instance_id = $1 AND k.user_id = $2)
               ON CONFLICT (instance_id, user_id) DO NOTHING RETURNING id
             ) SELECT id FROM made
               UNION ALL SELECT id FROM instance_tickets WHERE instance_id = $1 AND user_id = $2`,
      values: [instanceId, userId, sessionId]
    })
    if (rows[0]) return rows[0].id
    // Another request made it at the same moment, which this statement could not see yet.
    const again = await pool.query<{ id: string }>(
      'SELECT id FROM instance_tickets WHERE instance_id = $1 AND user_id = $2',
      [instanceId, userId]
    )
    return again.rows[0]?.id ?? null
  }

  const ownOf = async (ctx: Ctx, instanceId: string, kind: 'team' | 'test') => {
    if (!ctx.actor) return null
    const { rowCount } = await pool.query('SELECT FROM instances WHERE id = $1', [instanceId])
    const own = rowCount === 1 ? await of(ctx, instanceId) : null
    return own && find(own, kind)
  }

  return {
    of,

    entry: async (ctx, instanceId, stored) => stored ?? (enabled ? of(ctx, instanceId) : null),

    async admit(ctx, text, kind, limits) {
      if (!enabled) throw new AppError('proxy.disabled')
      const id = z.uuid().toLowerCase().safeParse(text).data
      const target = id && ((await find(id, kind)) ?? (await ownOf(ctx, id, kind)))
      if (target) return target
      await limits.take(RATES.ticket, { userId: null, ip: ctx.ip })
      throw notFound('container.not_found')
    },

    async takesConnections(ids) {
      if (ids.length === 0) return new Set()
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM instances WHERE id = ANY($1::uuid[]) AND desired = 'up' AND state IN ('ready', 'unhealthy')`,
        [ids]
      )
      return new Set(rows.map(({ id }) => id))
    },

    async stillGood(ids) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'tickets_still_good',
        text: `SELECT t.id ${GOOD} AND t.id = ANY($1::uuid[])`,
        values: [ids]
      })
      return new Set(rows.map(({ id }) => id))
    }
  }
}
