import { z } from 'zod'
import { isRecordedSql } from '~/server/captures'
import { CHALLENGE_CATEGORIES, type ContainerInfo, containerOptions } from '~/server/challenges/contract'
import {
  bool,
  json,
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  type Sql,
  text,
  time,
  uuid
} from '~/server/db'
import { MINUTE_MS, wireTime } from '~/server/platform/time'
import { type InstanceView, pullProgress } from './contract'
import { ENTRY, type Endpoint, endpointsOf } from './entries/endpoints'
import { estimateOf, freedWaitSql, QUEUE_SQL, START_MS_SQL } from './queue'
import type { ChallengeSetup } from './spec'
import {
  containerStatusOf,
  END_REASONS,
  INSTANCE_STATES,
  type InstanceState,
  QUEUE_REASONS,
  START_ERRORS,
  type StartError
} from './states'

/** Minutes. */
interface Lifetimes {
  defaultLifetime: number
  extensionDuration: number
  renewalWindow: number
}

export interface InstanceOwner {
  gameId: number
  challengeId: number
  participationId: number
}

export const INFO_COLUMNS = {
  state: oneOf(INSTANCE_STATES),
  desired: oneOf(['up', 'down']),
  requestedAt: time,
  startedAt: nullable(time),
  expiresAt: nullable(time),
  lifetime: number,
  entry: nullable(text)
}
type InfoRow = RowOf<typeof INFO_COLUMNS>

/** The contract's form. */
export function infoOf({
  state,
  desired,
  requestedAt,
  startedAt,
  expiresAt,
  lifetime,
  entry
}: InfoRow): ContainerInfo {
  const status = containerStatusOf(state, desired)
  const start = startedAt ?? requestedAt
  return {
    status,
    startedAt: wireTime(start),
    expectStopAt: wireTime(expiresAt ?? start.getTime() + lifetime * MINUTE_MS),
    entry: status === 'Running' ? (entry ?? '') : ''
  }
}

export const INFO = `i.state, i.desired, i.requested_at AS "requestedAt", i.started_at AS "startedAt",
  i.expires_at AS "expiresAt", i.lifetime, ${ENTRY} AS entry`

/** Null without an instance. */
export interface Standing {
  info: ContainerInfo
  state: InstanceState
  error: StartError | null
}

const STANDING = { ...INFO_COLUMNS, error: nullable(oneOf(START_ERRORS)) }

/** Null for an unknown instance. `error`: the code of its last fault. */
export async function readInstanceStanding(sql: Sql, id: string): Promise<Standing | null> {
  const found = await row(sql, STANDING, {
    name: 'instance_standing',
    text: `SELECT ${INFO}, i.error_code AS error FROM instances i WHERE i.id = $1`,
    values: [id]
  })
  return found ? { info: infoOf(found), state: found.state, error: found.error } : null
}

const offer = z.object({
  category: z.enum(CHALLENGE_CATEGORIES),
  port: z.int(),
  options: z.custom<ChallengeSetup['options']>((options) => containerOptions.safeParse(options).success)
})
const otherInstance = z.object({ challengeId: z.int(), title: z.string(), expiresAt: z.string().nullable() })

/** Columns of `i` are null without an instance. */
const VIEW_COLUMNS = {
  id: nullable(uuid),
  state: nullable(INFO_COLUMNS.state),
  desired: nullable(INFO_COLUMNS.desired),
  requestedAt: nullable(time),
  startedAt: nullable(time),
  expiresAt: nullable(time),
  lifetime: nullable(number),
  entry: nullable(text),
  reason: nullable(oneOf(END_REASONS)),
  error: nullable(oneOf(START_ERRORS)),
  requestedBy: nullable(text),
  readyAt: nullable(time),
  endedAt: nullable(time),
  waitsFor: nullable(oneOf(QUEUE_REASONS)),
  place: nullable(number),
  total: nullable(number),
  startMs: nullable(number),
  roomMs: nullable(number),
  pull: nullable(json(pullProgress)),
  usual: nullable(number),
  recorded: bool,
  protocols: nullable(json(z.array(z.enum(['tcp', 'http'])))),
  /** Setup of the next one; null for a deleted challenge. */
  offer: nullable(json(offer)),
  inUse: number,
  others: json(z.array(otherInstance))
}
type ViewRow = RowOf<typeof VIEW_COLUMNS>

/** SQL: counted instances of participation `$3`. */
const IN_USE = `(SELECT count(*)::int FROM instances o WHERE o.participation_id = $3 AND o.kind = 'team'
  AND (o.desired = 'up' OR o.state = 'stuck') AND o.state NOT IN ('ended', 'failed'))`

const VIEW = `
  SELECT i.id, ${INFO}, i.reason, i.error_code AS error, u.user_name AS "requestedBy", i.ready_at AS "readyAt",
    i.ended_at AS "endedAt", i.waits_for AS "waitsFor", q.place, q.total, ${START_MS_SQL} AS "startMs",
    ${freedWaitSql('q.place')} AS "roomMs", ${IN_USE} AS "inUse",
    (SELECT coalesce(json_agg(json_build_object('challengeId', c.id, 'title', c.title, 'expiresAt', o.expires_at)
        ORDER BY coalesce(o.started_at, o.requested_at), o.id), '[]')
     FROM instances o JOIN challenges c ON c.id = o.challenge_id
     WHERE o.participation_id = $3 AND o.kind = 'team' AND o.desired = 'up' AND o.state NOT IN ('ended', 'failed')
       AND o.challenge_id <> $2) AS others,
    (SELECT m.progress FROM images m WHERE i.state = 'queued' AND i.spec->'images' ? m.reference AND m.state = 'pulling'
     ORDER BY m.engine_id LIMIT 1) AS pull,
    (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY s.ms) FROM (
       SELECT extract(epoch FROM o.ready_at - o.started_at) * 1000 AS ms FROM instances o
       WHERE o.challenge_id = $2 AND o.ready_at IS NOT NULL ORDER BY o.ready_at DESC LIMIT 50) s)::int AS usual,
    EXISTS (SELECT FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.id = $2 AND ${isRecordedSql('$3')}) AS recorded,
    (SELECT json_agg(n.protocol) FROM instance_endpoints n
     WHERE n.instance_id = i.id AND i.state NOT IN ('ended', 'failed')) AS protocols,
    (SELECT json_build_object('category', c.category, 'port', c.expose_port, 'options', c.container_options)
     FROM challenges c WHERE c.id = $2) AS offer
  FROM (SELECT) one
  LEFT JOIN LATERAL (
    SELECT * FROM instances l WHERE l.game_id = $1 AND l.challenge_id = $2 AND l.participation_id = $3
      AND l.kind = 'team' ORDER BY l.requested_at DESC, l.id LIMIT 1
  ) i ON true
  LEFT JOIN users u ON u.id = i.requested_by
  LEFT JOIN (${QUEUE_SQL}) q ON i.state = 'queued' AND q.id = i.id`

function protocolsOf({ protocols, offer }: Pick<ViewRow, 'protocols' | 'offer'>): Endpoint['protocol'][] {
  if (protocols || !offer) return protocols ?? []
  const options = containerOptions.parse(offer.options)
  return endpointsOf({ ...offer, options }).map(({ protocol }) => protocol)
}

const wire = (at: Date | null) => at && wireTime(at)

interface ViewNeeds {
  policy: Lifetimes
  limit: number
  replaces: boolean
  unavailable: string | null
  /** True if players use a tunnel for this protocol. */
  byTunnel(protocol: Endpoint['protocol']): boolean
}

/** The newest instance of a place, with its queue and possible actions. */
export async function readInstanceView(
  pool: Pool,
  { gameId, challengeId, participationId }: InstanceOwner,
  { policy, limit, replaces, unavailable, byTunnel }: ViewNeeds
): Promise<InstanceView> {
  const values = [gameId, challengeId, participationId]
  const found = (await row(pool, VIEW_COLUMNS, { name: 'instance_view', text: VIEW, values }))!
  const state = found.state ?? 'none'
  const live = state === 'ready' || state === 'unhealthy'
  const ending = found.desired === 'down'
  const window = policy.renewalWindow * MINUTE_MS
  return {
    gameId,
    challengeId,
    id: found.id,
    state: ending && state !== 'ended' && state !== 'failed' && state !== 'stuck' ? 'stopping' : state,
    reason: found.reason,
    error: found.error,
    reference: found.id === null ? null : found.id.slice(0, 8),
    entry: state === 'ready' && !ending ? found.entry : null,
    endpoints: [],
    requestedAt: wire(found.requestedAt),
    requestedBy: found.requestedBy,
    startedAt: wire(found.startedAt),
    readyAt: wire(found.readyAt),
    expiresAt: live ? wire(found.expiresAt) : null,
    endedAt: wire(found.endedAt),
    extendableAt: live && !ending && found.expiresAt ? wireTime(found.expiresAt.getTime() - window) : null,
    lifetime: policy.defaultLifetime,
    extension: policy.extensionDuration,
    window: policy.renewalWindow,
    position: found.place,
    waiting: found.total,
    estimate: found.place === null ? null : estimateOf({ ...found, place: found.place }),
    waitsFor: state === 'queued' ? found.waitsFor : null,
    pull: found.pull,
    usual: found.usual,
    inUse: found.inUse,
    limit,
    replaces,
    others: found.others.map((one) => ({
      ...one,
      expiresAt: one.expiresAt && wireTime(new Date(one.expiresAt))
    })),
    recorded: found.recorded && protocolsOf(found).some(byTunnel),
    unavailable
  }
}
