import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { containing, Where } from '~/server/platform/where'
import type { AuditFilter, AuditView, Page, PageOfRows } from './contract'

/** Reading what server/audit writes. Administrators only. */
export interface Audits {
  /** Newest first, with the number of all that the filter leaves. */
  audits(ctx: Ctx, filter: AuditFilter, page: Page): Promise<PageOfRows<AuditView>>
  /** Every action there is an entry of, by name. */
  auditActions(ctx: Ctx): Promise<string[]>
}

interface Row {
  id: number
  at: Date
  actorId: string | null
  actorName: string | null
  ip: string | null
  action: string
  target: string
  before: unknown
  after: unknown
}

/** What targets are called now, and the game they belong to. `$1` are ids as text. */
const NAMES: Record<string, string> = {
  user: 'SELECT id::text, user_name AS name, NULL::int AS game FROM users WHERE id::text = ANY($1)',
  team: 'SELECT id::text, name, NULL::int AS game FROM teams WHERE id::text = ANY($1)',
  game: 'SELECT id::text, title AS name, id AS game FROM games WHERE id::text = ANY($1)',
  challenge: 'SELECT id::text, title AS name, game_id AS game FROM challenges WHERE id::text = ANY($1)',
  post: 'SELECT id, title AS name, NULL::int AS game FROM posts WHERE id = ANY($1)',
  participation: `SELECT p.id::text, t.name, p.game_id AS game FROM participations p JOIN teams t ON t.id = p.team_id
    WHERE p.id::text = ANY($1)`,
  notice: 'SELECT id::text, NULL AS name, game_id AS game FROM notices WHERE id::text = ANY($1)'
}

function conditions({ actor, action, target }: AuditFilter): Where {
  const where = new Where().and('true')
  if (action !== '') where.and('a.action = ?', action)
  if (actor.trim() !== '') where.and('u.user_name ILIKE ?', containing(actor))
  if (target.trim() !== '') {
    const words = where.value(containing(target))
    where.and(
      `(a.target = ? OR split_part(a.target, ':', 1) = ?
        OR a.target IN (SELECT 'user:' || id FROM users WHERE user_name ILIKE ${words}
          UNION ALL SELECT 'team:' || id FROM teams WHERE name ILIKE ${words}
          UNION ALL SELECT 'game:' || id FROM games WHERE title ILIKE ${words}
          UNION ALL SELECT 'challenge:' || id FROM challenges WHERE title ILIKE ${words}
          UNION ALL SELECT 'post:' || id FROM posts WHERE title ILIKE ${words}
          UNION ALL SELECT 'participation:' || p.id FROM participations p JOIN teams t ON t.id = p.team_id
            WHERE t.name ILIKE ${words}))`,
      target.trim()
    )
  }
  return where
}

/** `challenge:12` in its parts. */
function partsOf(target: string): { kind: string; id: string } {
  const at = target.indexOf(':')
  return at < 0 ? { kind: target, id: '' } : { kind: target.slice(0, at), id: target.slice(at + 1) }
}

const members = (value: unknown): AuditView['before'] => {
  if (value === null || value === undefined) return null
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  return { '': value }
}

export function createAudits({ pool }: Database): Audits {
  const namesOf = async (targets: string[]) => {
    const known = new Map<string, { name: string | null; game: number | null }>()
    for (const [kind, query] of Object.entries(NAMES)) {
      const ids = targets.map(partsOf).flatMap((part) => (part.kind === kind ? part.id : []))
      if (ids.length === 0) continue
      const { rows } = await pool.query<{ id: string; name: string | null; game: number | null }>(query, [
        [...new Set(ids)]
      ])
      for (const { id, name, game } of rows) known.set(`${kind}:${id}`, { name, game })
    }
    return known
  }

  return {
    async audits(ctx, filter, { count, skip }) {
      actorOf(ctx, 'Admin')
      const where = conditions(filter)
      const from = `FROM audit_events a LEFT JOIN users u ON u.id = a.actor_id WHERE ${where}`
      const all = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, where.values)
      const { rows } = await pool.query<Row>(
        `SELECT a.id, a.at, a.actor_id AS "actorId", u.user_name AS "actorName", a.ip, a.action, a.target, a.before, a.after
         ${from} ORDER BY a.at DESC, a.id DESC LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
        where.values
      )
      const names = await namesOf(rows.map(({ target }) => target))
      const data = rows.map(({ id, at, actorId, actorName, ip, action, target, before, after }) => ({
        id,
        time: wireTime(at),
        actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
        ip: ip ?? '',
        action,
        target: { ...partsOf(target), ...(names.get(target) ?? { name: null, game: null }) },
        before: members(before),
        after: members(after)
      }))
      return { data, total: all.rows[0]!.total }
    },

    async auditActions(ctx) {
      actorOf(ctx, 'Admin')
      const { rows } = await pool.query<{ action: string }>(
        'SELECT DISTINCT action FROM audit_events ORDER BY action'
      )
      return rows.map(({ action }) => action)
    }
  }
}
