import { z } from 'zod'
import { assetUrl } from '~/server/assets/contract'
import { OWN_CATEGORY_SQL } from '~/server/categories'
import { customCategory } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import {
  bool,
  json,
  msSql,
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  text,
  uuid
} from '~/server/db'
import { likePattern, SqlConditions } from '~/server/platform/sql-conditions'
import { MINUTE_MS, wireTime } from '~/server/platform/time'
import { instanceSpec } from '../contract'
import { ENTRY, endpointsColumn, endpointsJsonSql } from '../entries/endpoints'
import { END_REASONS, INSTANCE_KINDS, INSTANCE_STATES, QUEUE_REASONS, START_ERRORS } from '../states'
import {
  type ContainerInstance,
  INSTANCE_TABS,
  type InstanceCounts,
  type InstanceDetails,
  type InstanceFilter,
  type InstanceRow,
  type InstanceTab,
  type ReasonCounts
} from './contract'

const TABS: Record<InstanceTab, string> = {
  running: `i.state IN ('starting', 'ready', 'unhealthy', 'stopping')`,
  queue: `i.state = 'queued'`,
  stuck: `i.state = 'stuck'`,
  ended: `i.state IN ('ended', 'failed')`
}

/** Urgent ones first, then by end; the queue in order; ended ones newest first. */
const ORDER: Record<InstanceTab, string> = {
  running: `array_position(ARRAY['unhealthy', 'starting', 'stopping', 'ready'], i.state), i.expires_at, i.id`,
  queue: 'i.requested_at, i.id',
  stuck: 'i.next_at, i.id',
  ended: 'i.ended_at DESC, i.id'
}

const FROM = `FROM instances i
  LEFT JOIN participations p ON p.id = i.participation_id
  LEFT JOIN teams t ON t.id = p.team_id
  LEFT JOIN challenges c ON c.id = i.challenge_id
  LEFT JOIN games g ON g.id = i.game_id
  LEFT JOIN users u ON u.id = i.requested_by
  LEFT JOIN engines e ON e.id = i.engine_id`

const COLUMNS = `i.id, i.kind, i.state, i.desired = 'down' AND i.state NOT IN ('ended', 'failed') AS ending, i.reason,
  i.error_code AS error, i.spec->>'image' AS image, ${ENTRY} AS entry, i.lifetime, i.extensions, i.attempts,
  i.waits_for AS "waitsFor", i.error_text AS detail, i.memory_mb AS "memoryMb", i.cpu, u.user_name AS "requestedBy",
  e.address AS engine,
  CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'name', t.name, 'avatar', t.avatar_hash) END AS team,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'title', c.title, 'category', c.category,
    'customCategory', ${OWN_CATEGORY_SQL}) END AS challenge,
  CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'title', g.title) END AS game,
  ${msSql('i.requested_at')} AS "requestedAt", ${msSql('i.started_at')} AS "startedAt", ${msSql('i.ready_at')} AS "readyAt",
  ${msSql('i.expires_at')} AS "expiresAt", ${msSql('i.ended_at')} AS "endedAt", ${msSql('i.next_at')} AS "nextAt"`

const team = z.object({ id: z.int(), name: z.string(), avatar: z.string().nullable() })
const challenge = z.object({
  id: z.int(),
  title: z.string(),
  category: z.enum(CHALLENGE_CATEGORIES),
  customCategory: customCategory.nullable()
})
const game = z.object({ id: z.int(), title: z.string() })

const ROW = {
  id: uuid,
  kind: oneOf(INSTANCE_KINDS),
  state: oneOf(INSTANCE_STATES),
  ending: bool,
  reason: nullable(oneOf(END_REASONS)),
  error: nullable(oneOf(START_ERRORS)),
  image: text,
  entry: nullable(text),
  lifetime: number,
  extensions: number,
  attempts: number,
  waitsFor: nullable(oneOf(QUEUE_REASONS)),
  detail: nullable(text),
  memoryMb: number,
  cpu: number,
  requestedBy: nullable(text),
  engine: nullable(text),
  team: nullable(json(team)),
  challenge: nullable(json(challenge)),
  game: nullable(json(game)),
  requestedAt: number,
  startedAt: nullable(number),
  readyAt: nullable(number),
  expiresAt: nullable(number),
  endedAt: nullable(number),
  nextAt: nullable(number)
}

const withAvatar = <T extends RowOf<typeof ROW>>(row: T): T =>
  row.team?.avatar ? { ...row, team: { ...row.team, avatar: assetUrl(row.team.avatar, 'avatar') } } : row

function fittingAnywhere({ search, game, challenge }: InstanceFilter): SqlConditions {
  const where = new SqlConditions().and('g.rehearsal IS NULL')
  if (game !== null) where.and('i.game_id = ?', game)
  if (challenge !== null) where.and('i.challenge_id = ?', challenge)
  const words = search.trim()
  if (words !== '')
    where.and(
      `(concat_ws(E'\\n', t.name, c.title, g.title, i.spec->>'image', i.id::text, i.container, ${ENTRY}) ILIKE ?)`,
      likePattern(words)
    )
  return where
}

function fitting(filter: InstanceFilter): SqlConditions {
  const where = fittingAnywhere(filter).and(TABS[filter.tab])
  if (filter.state) where.and('i.state = ?', filter.state)
  if (filter.reason) where.and('i.reason = ?', filter.reason)
  return where
}

/** A page, and how many the filter finds in all. */
export async function listInstances(
  pool: Pool,
  filter: InstanceFilter,
  { count, skip }: { count: number; skip: number }
): Promise<{ data: InstanceRow[]; total: number }> {
  const all = fitting(filter)
  const where = fitting(filter)
  const [page, counted] = await Promise.all([
    rows(
      pool,
      ROW,
      `SELECT ${COLUMNS} ${FROM} WHERE ${where} ORDER BY ${ORDER[filter.tab]}
       LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
      where.values
    ),
    row(pool, { total: number }, `SELECT count(*)::int AS total ${FROM} WHERE ${all}`, all.values)
  ])
  return { data: page.map(withAvatar), total: counted!.total }
}

/** Living ones, at most 1000. */
export async function listInstanceIds(pool: Pool, filter: InstanceFilter): Promise<string[]> {
  const where = fitting(filter)
  const found = await rows(
    pool,
    { id: uuid },
    `SELECT i.id ${FROM} WHERE ${where} AND i.state NOT IN ('ended', 'failed') LIMIT 1000`,
    where.values
  )
  return found.map(({ id }) => id)
}

const COUNTS = { running: number, queue: number, stuck: number, ended: number }

/** Rows of each tab. */
export async function countInstances(pool: Pool, filter: InstanceFilter): Promise<InstanceCounts> {
  const where = fittingAnywhere(filter)
  const count = (tab: InstanceTab) => `count(*) FILTER (WHERE ${TABS[tab]})::int AS ${tab}`
  const counts = INSTANCE_TABS.map(count).join(', ')
  return (await row(pool, COUNTS, `SELECT ${counts} ${FROM} WHERE ${where}`, where.values))!
}

/** Ignores the filter's reason. */
export async function countEndReasons(pool: Pool, filter: InstanceFilter): Promise<ReasonCounts> {
  const where = fitting({ ...filter, tab: 'ended', state: null, reason: null }).and('i.reason IS NOT NULL')
  return rows(
    pool,
    { reason: oneOf(END_REASONS), count: number },
    `SELECT i.reason, count(*)::int AS count ${FROM} WHERE ${where} GROUP BY i.reason ORDER BY count DESC, i.reason`,
    where.values
  )
}

/** Instances of teams that have not ended. Games without one are missing in the map. */
export async function countRunningByGame(
  pool: Pool,
  gameIds: readonly number[]
): Promise<Map<number, number>> {
  const counts = await rows(
    pool,
    { game: number, n: number },
    `SELECT game_id AS game, count(*)::int AS n FROM instances
     WHERE game_id = ANY($1::int[]) AND kind = 'team' AND state NOT IN ('ended', 'failed') GROUP BY 1`,
    [gameIds]
  )
  return new Map(counts.map(({ game, n }) => [game, n]))
}

const DETAILS = {
  ...ROW,
  spec: json(instanceSpec),
  container: nullable(text),
  endpoints: endpointsColumn,
  exitCode: nullable(number),
  lastLog: nullable(text)
}
const EVENT = {
  at: number,
  event: text,
  reason: nullable(text),
  detail: nullable(text),
  actor: nullable(text)
}

/** Null for an unknown instance. */
export async function findInstanceDetails(pool: Pool, id: string): Promise<InstanceDetails | null> {
  const [found, events] = await Promise.all([
    row(
      pool,
      DETAILS,
      `SELECT ${COLUMNS}, i.spec, i.container, ${endpointsJsonSql('i.id')} AS endpoints, i.exit_code AS "exitCode", i.last_log AS "lastLog"
       ${FROM} WHERE i.id = $1 AND g.rehearsal IS NULL`,
      [id]
    ),
    rows(
      pool,
      EVENT,
      `SELECT ${msSql('v.at')} AS at, v.event, v.reason, v.detail, a.user_name AS actor
       FROM instance_events v LEFT JOIN users a ON a.id = v.actor_id WHERE v.instance_id = $1
       ORDER BY v.id DESC LIMIT 200`,
      [id]
    )
  ])
  if (!found) return null
  const endpoints = found.endpoints.map(({ host: _, position: __, ...one }) => ({
    ...one,
    url: null,
    tls: null
  }))
  return { ...withAvatar(found), endpoints, events }
}

/**
 * As the contract lists them: those of teams that an engine may hold, oldest first, at most 1000; none of rehearsals.
 */
export async function listContainerInstances(pool: Pool): Promise<ContainerInstance[]> {
  const found = await rows(
    pool,
    { ...ROW, container: nullable(text) },
    `SELECT ${COLUMNS}, i.container ${FROM}
     WHERE i.kind = 'team' AND g.rehearsal IS NULL AND i.state IN ('starting', 'ready', 'unhealthy', 'stopping', 'stuck')
     ORDER BY i.started_at, i.id LIMIT 1000`
  )
  return found.map(withAvatar).map((row) => {
    const start = row.startedAt ?? row.requestedAt
    const colon = row.entry?.lastIndexOf(':') ?? -1
    return {
      team: row.team,
      challenge: row.challenge,
      image: row.image,
      containerGuid: row.id,
      containerId: row.container ?? '',
      startedAt: wireTime(start),
      expectStopAt: wireTime(row.expiresAt ?? start + row.lifetime * MINUTE_MS),
      ip: colon < 0 ? '' : row.entry!.slice(0, colon),
      port: colon < 0 ? 0 : Number(row.entry!.slice(colon + 1))
    }
  })
}
