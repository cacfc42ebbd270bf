import { z } from 'zod'
import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import {
  bool,
  type Database,
  json,
  nullable,
  number,
  type RowOf,
  row,
  rows,
  text,
  time,
  uuid
} from '~/server/db'
import { likePattern, SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import type { AuditFilter, AuditView, Page, PageOfRows } from './contract'

/** Reads what server/audit writes. Administrators only. */
export interface Audits {
  /** Newest first, with the number of all matches. */
  audits(ctx: Ctx, filter: AuditFilter, page: Page): Promise<PageOfRows<AuditView>>
  auditActions(ctx: Ctx): Promise<string[]>
}

const ENTRY = {
  id: number,
  at: time,
  actorId: nullable(uuid),
  actorName: nullable(text),
  ip: nullable(text),
  action: text,
  target: text,
  before: nullable(json(z.unknown())),
  after: nullable(json(z.unknown())),
  token: nullable(text),
  maker: nullable(text)
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const INT = /^\d{1,9}$/

/** Present names and games of targets by the ids in `?`. */
const NAMES: Record<string, { ids: RegExp; names: string }> = {
  user: { ids: UUID, names: 'SELECT id::text, user_name, NULL::int FROM users WHERE id = ANY(?::uuid[])' },
  team: { ids: INT, names: 'SELECT id::text, name, NULL::int FROM teams WHERE id = ANY(?::int[])' },
  game: { ids: INT, names: 'SELECT id::text, title, id FROM games WHERE id = ANY(?::int[])' },
  challenge: { ids: INT, names: 'SELECT id::text, title, game_id FROM challenges WHERE id = ANY(?::int[])' },
  post: { ids: /./, names: 'SELECT id, title, NULL::int FROM posts WHERE id = ANY(?::bpchar[])' },
  participation: {
    ids: INT,
    names: `SELECT p.id::text, t.name, p.game_id FROM participations p JOIN teams t ON t.id = p.team_id
      WHERE p.id = ANY(?::int[])`
  },
  notice: { ids: INT, names: 'SELECT id::text, NULL, game_id FROM notices WHERE id = ANY(?::int[])' }
}

function conditions({ actor, action, target }: AuditFilter): SqlConditions {
  const where = new SqlConditions().and('true')
  if (action !== '') where.and('a.action = ?', action)
  if (actor.trim() !== '') where.and('u.user_name ILIKE ?', likePattern(actor))
  if (target.trim() !== '') {
    const words = where.value(likePattern(target))
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

function partsOf(target: string): { kind: string; id: string } {
  const at = target.indexOf(':')
  return at < 0 ? { kind: target, id: '' } : { kind: target.slice(0, at), id: target.slice(at + 1) }
}

const members = (value: unknown): AuditView['before'] => {
  if (value === null || value === undefined) return null
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  return { '': value }
}

/** Targets that keep their last title when they are deleted; none of them is a person. */
const GONE = /^(challenge|game):/
/** Last titles of the targets in `?`, also of those that are back from the trash. */
const LAST_TITLES = `SELECT DISTINCT ON (target) target, before ->> 'title' AS name, NULL::int AS game, true AS gone
  FROM audit_events WHERE target = ANY (?::text[]) AND action LIKE '%\\_deleted' ORDER BY target, id DESC`

const NAMED = { target: text, name: nullable(text), game: nullable(number), gone: bool }
type Named = Pick<RowOf<typeof NAMED>, 'name' | 'game'>

export function createAudits({ pool }: Database): Audits {
  const namesOf = async (targets: string[]) => {
    const values: unknown[] = []
    const selects = Object.entries(NAMES).flatMap(([kind, { ids, names }]) => {
      const own = targets
        .map(partsOf)
        .flatMap((part) => (part.kind === kind && ids.test(part.id) ? part.id : []))
      if (own.length === 0) return []
      const some = names.replace('?', `$${values.push([...new Set(own)])}`)
      return [
        `SELECT '${kind}:' || id AS target, name, game, false AS gone FROM (${some}) AS ${kind}s (id, name, game)`
      ]
    })
    const lasting = targets.filter((target) => GONE.test(target))
    if (lasting.length > 0)
      selects.push(`(${LAST_TITLES.replace('?', `$${values.push([...new Set(lasting)])}`)})`)
    if (selects.length === 0) return new Map<string, Named>()
    const found = await rows(pool, NAMED, selects.join(' UNION ALL '), values)
    const names = new Map<string, Named>()
    for (const { target, name, game, gone } of found)
      if (!gone || !names.has(target)) names.set(target, { name, game })
    return names
  }

  return {
    async audits(ctx, filter, { count, skip }) {
      requireActor(ctx, 'Admin')
      const [all, where] = [conditions(filter), conditions(filter)]
      const from = 'FROM audit_events a LEFT JOIN users u ON u.id = a.actor_id'
      const [counted, entries] = await Promise.all([
        row(pool, { total: number }, `SELECT count(*)::int AS total ${from} WHERE ${all}`, all.values),
        rows(
          pool,
          ENTRY,
          `SELECT a.id, a.at, a.actor_id AS "actorId", u.user_name AS "actorName", a.ip, a.action, a.target,
             a.before, a.after, a.token, m.user_name AS maker
           ${from} LEFT JOIN api_tokens k ON a.session = 'token:' || k.id AND k.user_id IS NULL
             LEFT JOIN users m ON m.id = k.made_by WHERE ${where} ORDER BY a.at DESC, a.id DESC
           LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
          where.values
        )
      ])
      const names = await namesOf(entries.map(({ target }) => target))
      const data = entries.map(
        ({ id, at, actorId, actorName, ip, action, target, before, after, token, maker }) => ({
          id,
          time: wireTime(at),
          actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
          token,
          maker,
          ip: ip ?? '',
          action,
          target: { ...partsOf(target), ...(names.get(target) ?? { name: null, game: null }) },
          before: members(before),
          after: members(after)
        })
      )
      return { data, total: counted!.total }
    },

    async auditActions(ctx) {
      requireActor(ctx, 'Admin')
      const select = 'SELECT DISTINCT action FROM audit_events ORDER BY action'
      return (await rows(pool, { action: text }, select)).map(({ action }) => action)
    }
  }
}
