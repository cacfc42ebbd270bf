import { z } from 'zod'
import { requireActor } from '~/server/access'
import { GAME_ACTIONS } from '~/server/access/constants'
import { type Ctx, callerUserId } from '~/server/access/contract'
import {
  bool,
  type Database,
  nullable,
  number,
  oneOf,
  type Pool,
  row,
  rows,
  text,
  texts,
  uuid
} from '~/server/db'
import { type Limits, RATES } from '~/server/limits/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { requireScope } from '~/server/tokens/contract'
import type { EndpointView } from '../contract'
import { type EndpointRow, type EndpointTarget, TARGET, TARGET_COLUMNS } from './endpoints'
import type { TicketSharing } from './ticket-sharing'

export interface TunnelTarget extends EndpointTarget {
  ticket: string
}

export interface TunnelTickets {
  /** The stored one with published ports, else the caller's ticket; null for a service token, which is no person. */
  entry(ctx: Ctx, instanceId: string, stored: string | null): Promise<string | null>
  /** All ports in order, with host names. */
  endpoints(ctx: Ctx, instanceId: string): Promise<EndpointView[]>
  /**
   * An instance's id counts as the caller's own ticket, for logged-in members, staff and administrators. Notifies monitors of
   * a shared ticket.
   * @throws AppError `proxy.disabled` with published ports; `container.not_found` 404 for an invalid ticket;
   * `rate.limited` 429 by address and ticket; 403 for a token that may not play the game of the instance
   */
  admit(ctx: Ctx, id: string, kind: 'team' | 'test', limits: Pick<Limits, 'take'>): Promise<TunnelTarget>
  takesConnections(ids: readonly string[]): Promise<Set<string>>
  stillValid(ids: readonly string[]): Promise<Set<string>>
}

/** SQL: roles of a game that may start test instances. */
const TESTERS = GAME_ACTIONS.challenges.roles.map((role) => `'${role}'`).join(', ')

/**
 * SQL: instance takes connections, session or token is valid, holder is a member of the team, an administrator or, for a test,
 * somebody of the game's staff who may start one.
 */
const VALID = `
  FROM instance_tickets t
  JOIN instances i ON i.id = t.instance_id AND i.desired = 'up' AND i.state IN ('ready', 'unhealthy')
  LEFT JOIN sessions s ON s.id = t.session_id
  LEFT JOIN api_tokens a ON a.id = t.token_id
  JOIN users u ON u.id = t.user_id AND u.active AND u.role <> 'Banned'
  JOIN engines e ON e.id = i.engine_id
  JOIN instance_endpoints n ON n.instance_id = i.id AND n.position = t.position
  WHERE coalesce(s.expires_at, a.expires_at) > now() AND (u.role = 'Admin' OR i.kind = 'test' AND EXISTS (
    SELECT FROM game_staff g WHERE g.game_id = i.game_id AND g.user_id = t.user_id AND g.role IN (${TESTERS})
  ) OR i.kind = 'team' AND EXISTS (
    SELECT FROM registrations r JOIN participations p ON p.id = r.participation_id
      JOIN team_members m ON m.team_id = p.team_id AND m.user_id = r.user_id
    WHERE r.participation_id = i.participation_id AND r.user_id = t.user_id AND p.status = 'Accepted'))`

const ID = { id: uuid }
const MADE = { id: uuid, position: TARGET_COLUMNS.position }
const ENDPOINT = { title: text, protocol: oneOf(['tcp', 'http']), host: text, entry: nullable(text) }
const TUNNEL = {
  ticket: uuid,
  ...TARGET_COLUMNS,
  gameId: nullable(number),
  holder: uuid,
  staff: bool,
  networks: texts,
  hinted: texts
}

/** Null without a host name. */
type NamesOf = (endpoint: Pick<EndpointRow, 'host' | 'protocol'>) => Pick<EndpointView, 'url' | 'tls'>

/** SQL: session or token of ticket `k` is valid. One whose is not has ended, and a new one takes its row. */
const HELD = (
  k: string
) => `(EXISTS (SELECT FROM sessions s WHERE s.id = ${k}.session_id AND s.expires_at > now())
  OR EXISTS (SELECT FROM api_tokens a WHERE a.id = ${k}.token_id AND a.expires_at > now()))`
const OWN = `FROM instance_tickets k WHERE k.instance_id = $1 AND k.user_id = $2 AND ${HELD('k')}`

/** One for each port, created at the first reading; none for who is no person. */
async function ownTickets(pool: Pool, ctx: Ctx, instanceId: string): Promise<string[]> {
  const { sessionId, token } = requireActor(ctx)
  const userId = callerUserId(ctx)
  if (userId === null) return []
  const made = await rows(pool, MADE, {
    name: 'tickets_of',
    text: `WITH made AS (
             INSERT INTO instance_tickets (instance_id, position, user_id, session_id, token_id)
             SELECT $1, n.position, $2, h.session_id, h.token_id FROM instance_endpoints n, (
               SELECT id AS session_id, NULL::uuid AS token_id FROM sessions WHERE id = $3
               UNION ALL SELECT NULL, id FROM api_tokens WHERE id = $4
             ) h
             WHERE n.instance_id = $1 AND NOT EXISTS (SELECT ${OWN})
             ON CONFLICT (instance_id, user_id, position) DO UPDATE SET id = excluded.id, session_id = excluded.session_id,
               token_id = excluded.token_id, created_at = now(), networks = '{}', hinted = '{}'
               WHERE NOT ${HELD('instance_tickets')}
             RETURNING id, position
           ) SELECT id, position FROM made UNION ALL SELECT k.id, k.position ${OWN} ORDER BY position`,
    values: [instanceId, userId, sessionId, token?.id ?? null]
  })
  if (made[0]) return made.map(({ id }) => id)
  // A concurrent request created them.
  const present = await rows(pool, ID, `SELECT k.id ${OWN} ORDER BY k.position`, [instanceId, userId])
  return present.map(({ id }) => id)
}

/** `enabled`: players use tunnels. */
export function createTunnelTickets(
  { pool }: Database,
  sharing: TicketSharing,
  { enabled }: { enabled: boolean },
  namesOf: NamesOf
): TunnelTickets {
  const find = async (id: string, kind: 'team' | 'test') => {
    const target = await row(pool, TUNNEL, {
      name: 'tunnel_target',
      text: `SELECT t.id AS ticket, ${TARGET}, i.game_id AS "gameId", t.user_id AS holder, u.role IN ('Admin', 'Monitor') AS staff, t.networks, t.hinted
             ${VALID} AND t.id = $1 AND i.kind = $2`,
      values: [id, kind]
    })
    return target ?? null
  }

  const ownOf = async (ctx: Ctx, instanceId: string, kind: 'team' | 'test') => {
    if (!ctx.actor) return null
    const { rowCount } = await pool.query('SELECT FROM instances WHERE id = $1', [instanceId])
    const [own] = rowCount === 1 ? await ownTickets(pool, ctx, instanceId) : []
    return own ? find(own, kind) : null
  }

  return {
    entry: async (ctx, instanceId, stored) =>
      stored ?? (enabled ? ((await ownTickets(pool, ctx, instanceId))[0] ?? null) : null),

    async endpoints(ctx, instanceId) {
      const endpoints = await rows(pool, ENDPOINT, {
        name: 'instance_endpoints',
        text: `SELECT title, protocol, host, entry FROM instance_endpoints WHERE instance_id = $1 ORDER BY position`,
        values: [instanceId]
      })
      const tickets = enabled ? await ownTickets(pool, ctx, instanceId) : []
      return endpoints.map(({ host, title, protocol, entry }, position) => ({
        title,
        protocol,
        entry: entry ?? tickets[position] ?? null,
        ...namesOf({ host, protocol })
      }))
    },

    async admit(ctx, text, kind, limits) {
      if (!enabled) throw new AppError('proxy.disabled')
      const id = z.uuid().toLowerCase().safeParse(text).data
      const target = id && ((await find(id, kind)) ?? (await ownOf(ctx, id, kind)))
      if (target) {
        await limits.take(RATES.tunnel, { userId: null, ip: ctx.ip, subject: target.ticket })
        requireScope(ctx.actor, 'play', target.gameId)
        return sharing.detect(ctx, target).then(() => target)
      }
      await limits.take(RATES.ticket, { userId: null, ip: ctx.ip })
      throw notFound('container.not_found')
    },

    async takesConnections(ids) {
      if (ids.length === 0) return new Set()
      const found = await rows(
        pool,
        ID,
        `SELECT id FROM instances WHERE id = ANY($1::uuid[]) AND desired = 'up' AND state IN ('ready', 'unhealthy')`,
        [ids]
      )
      return new Set(found.map(({ id }) => id))
    },

    async stillValid(ids) {
      const valid = await rows(pool, ID, {
        name: 'tickets_still_valid',
        text: `SELECT t.id ${VALID} AND t.id = ANY($1::uuid[])`,
        values: [ids]
      })
      return new Set(valid.map(({ id }) => id))
    }
  }
}
