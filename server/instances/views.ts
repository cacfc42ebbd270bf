import { RECORDED } from '~/server/captures'
import { type ContainerInfo, containerOptions } from '~/server/challenges/contract'
import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import {
  containerStatusOf,
  type EndReason,
  type InstanceState,
  type InstanceView,
  type PullState,
  type QueueReason,
  type StartError
} from './contract'
import { ENTRY, type Endpoint, endpointsOf } from './endpoints'
import { estimateOf, QUEUE, roomAt, START_MS } from './queue'
import type { ChallengeSetup } from './spec'

type Pool = Database['pool']

/** Minutes, as administrators set them. */
export interface Lifetimes {
  defaultLifetime: number
  extensionDuration: number
  renewalWindow: number
}

/** Whose instance of what. */
export interface Place {
  gameId: number
  challengeId: number
  participationId: number
}

interface InfoRow {
  state: InstanceState
  desired: 'up' | 'down'
  requestedAt: Date
  startedAt: Date | null
  expiresAt: Date | null
  lifetime: number
  entry: string | null
}

const MINUTE = 60_000

/** An instance as the contract has it. */
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
  const begun = startedAt ?? requestedAt
  return {
    status,
    startedAt: wireTime(begun),
    expectStopAt: wireTime(expiresAt ?? begun.getTime() + lifetime * MINUTE),
    entry: status === 'Running' ? (entry ?? '') : ''
  }
}

/** SQL: the columns of `infoOf`, of the instance `i`. */
export const INFO = `i.state, i.desired, i.requested_at AS "requestedAt", i.started_at AS "startedAt",
  i.expires_at AS "expiresAt", i.lifetime, ${ENTRY} AS entry`

/** How an instance stands, for whoever waits for it; null when there is none. */
export interface Standing {
  info: ContainerInfo
  state: InstanceState
  error: StartError | null
}

export async function standingOf(pool: Pool, id: string): Promise<Standing | null> {
  const { rows } = await pool.query<InfoRow & { error: StartError | null }>({
    name: 'instance_standing',
    text: `SELECT ${INFO}, i.error_code AS error FROM instances i WHERE i.id = $1`,
    values: [id]
  })
  const row = rows[0]
  return row ? { info: infoOf(row), state: row.state, error: row.error } : null
}

interface ViewRow extends InfoRow {
  id: string | null
  reason: EndReason | null
  error: StartError | null
  requestedBy: string | null
  readyAt: Date | null
  endedAt: Date | null
  waitsFor: QueueReason | null
  place: number | null
  total: number | null
  startMs: number | null
  roomMs: number | null
  pull: PullState | null
  usual: number | null
  recorded: boolean
  /** Of its ports; null without one that is there. */
  protocols: Endpoint['protocol'][] | null
  /** What the next one would be made of. */
  offer: Pick<ChallengeSetup, 'category' | 'port' | 'options'> | null
  inUse: number
  others: { challengeId: number; title: string; expiresAt: string | null }[]
}

/** SQL: instances of the participation `$3` that count against its limit. */
export const IN_USE = `(SELECT count(*)::int FROM instances o WHERE o.participation_id = $3 AND o.kind = 'team'
  AND (o.desired = 'up' OR o.state = 'stuck') AND o.state NOT IN ('ended', 'failed'))`

const VIEW = `
  SELECT i.id, ${INFO}, i.reason, i.error_code AS error, u.user_name AS "requestedBy", i.ready_at AS "readyAt",
    i.ended_at AS "endedAt", i.waits_for AS "waitsFor", q.place, q.total, ${START_MS} AS "startMs",
    ${roomAt('q.place')} AS "roomMs", ${IN_USE} AS "inUse",
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
    EXISTS (SELECT FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.id = $2 AND ${RECORDED}) AS recorded,
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
  LEFT JOIN (${QUEUE}) q ON i.state = 'queued' AND q.id = i.id`

/** How the ports of the instance that is there are spoken to, or those of the next one. */
function protocolsOf({ protocols, offer }: Pick<ViewRow, 'protocols' | 'offer'>): Endpoint['protocol'][] {
  if (protocols || !offer) return protocols ?? []
  const options = containerOptions.parse(offer.options)
  return endpointsOf({ ...offer, options }).map(({ protocol }) => protocol)
}

const time = (at: Date | null) => at && wireTime(at)

interface ViewNeeds {
  policy: Lifetimes
  limit: number
  replaces: boolean
  unavailable: string | null
  /** Whether players come by a tunnel to ports that are spoken to so. */
  byTunnel(protocol: Endpoint['protocol']): boolean
}

/** The newest instance of a place, with the queue around it and what may be done. */
export async function instanceViewOf(
  pool: Pool,
  { gameId, challengeId, participationId }: Place,
  { policy, limit, replaces, unavailable, byTunnel }: ViewNeeds
): Promise<InstanceView> {
  const { rows } = await pool.query<ViewRow>({
    name: 'instance_view',
    text: VIEW,
    values: [gameId, challengeId, participationId]
  })
  const row = rows[0]!
  const state = row.id === null ? 'none' : row.state
  const live = state === 'ready' || state === 'unhealthy'
  const ending = row.desired === 'down'
  const window = policy.renewalWindow * MINUTE
  return {
    gameId,
    challengeId,
    id: row.id,
    state: ending && state !== 'ended' && state !== 'failed' && state !== 'stuck' ? 'stopping' : state,
    reason: row.reason,
    error: row.error,
    reference: row.id === null ? null : row.id.slice(0, 8),
    entry: state === 'ready' && !ending ? row.entry : null,
    endpoints: [],
    requestedAt: time(row.requestedAt),
    requestedBy: row.requestedBy,
    startedAt: time(row.startedAt),
    readyAt: time(row.readyAt),
    expiresAt: live ? time(row.expiresAt) : null,
    endedAt: time(row.endedAt),
    extendableAt: live && !ending && row.expiresAt ? wireTime(row.expiresAt.getTime() - window) : null,
    lifetime: policy.defaultLifetime,
    extension: policy.extensionDuration,
    window: policy.renewalWindow,
    position: row.place,
    waiting: row.total,
    estimate: row.place === null ? null : estimateOf({ ...row, place: row.place }),
    waitsFor: state === 'queued' ? row.waitsFor : null,
    pull: row.pull,
    usual: row.usual,
    inUse: row.inUse,
    limit,
    replaces,
    others: row.others.map((one) => ({
      ...one,
      expiresAt: one.expiresAt && wireTime(new Date(one.expiresAt))
    })),
    recorded: row.recorded && protocolsOf(row).some(byTunnel),
    unavailable
  }
}
