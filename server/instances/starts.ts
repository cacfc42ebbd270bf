import { HOLDING, OVERHEAD_MB } from '~/server/engines'
import type { Sql } from '~/server/platform/db'
import type { InstanceSpec, QueueReason } from './contract'
import { freePlaces, type Place, type Ranges } from './places'
import { QUEUE } from './queue'

/** A start that a worker has taken on; its lease must be renewed. */
export interface ClaimedStart {
  id: string
  kind: 'team' | 'test'
  gameId: number | null
  challengeId: number | null
  /** Null for a test. */
  teamId: number | null
  requestedBy: string | null
  generation: number
  attempts: number
  spec: InstanceSpec
  /** What the engine starts from. */
  image: string
  /** Null where the challenge's flag is the same for all, so that containers get none. */
  flag: string | null
  subnet: string
  port: number
}

interface EngineFacts {
  state: 'up' | 'down'
  draining: boolean
  guard: 'unknown' | 'guarded' | 'unguarded'
  accepted: boolean
  memoryMb: number
  cpu: number
  places: number
  usedMemory: number
  usedCpu: number
  usedPlaces: number
}

/** Locks the engine's row: what is reserved on it is decided by one worker at a time. */
async function engineFacts(sql: Sql, engineId: number): Promise<EngineFacts | null> {
  await sql.query('SELECT FROM engines WHERE id = $1 FOR UPDATE', [engineId])
  const { rows } = await sql.query<EngineFacts>(
    `SELECT e.state, e.draining, e.guard, e.accepted_at IS NOT NULL AS accepted, e.memory_mb AS "memoryMb", e.cpu,
       e.places, coalesce(sum(i.memory_mb + ${OVERHEAD_MB}), 0)::int AS "usedMemory",
       coalesce(sum(i.cpu), 0)::int AS "usedCpu", count(i.id)::int AS "usedPlaces"
     FROM engines e LEFT JOIN instances i ON i.engine_id = e.id AND i.state IN ${HOLDING}
     WHERE e.id = $1 GROUP BY e.id`,
    [engineId]
  )
  return rows[0] ?? null
}

/** Why the engine takes nobody at all. */
function closedBy({ state, draining, guard, accepted }: EngineFacts): QueueReason | null {
  if (state === 'down') return 'engine_down'
  if (guard === 'unguarded' && !accepted) return 'engine_unguarded'
  if (guard === 'unknown' && !accepted) return 'engine_untested'
  return draining ? 'engine_draining' : null
}

interface Candidate extends Omit<ClaimedStart, 'image' | 'subnet' | 'port'> {
  image: string | null
  subnet: string | null
  port: number | null
  memoryMb: number
  cpu: number
  waitsFor: QueueReason | null
  /** The engine could not get the image. */
  imageFailed: boolean
  /** Another one of the same team and challenge is not gone yet. */
  preceded: boolean
  /** What the team has on engines, and may have; 0 = any number. */
  held: number
  allowed: number
}

const CANDIDATES = `
  SELECT i.id, i.kind, i.game_id AS "gameId", i.challenge_id AS "challengeId", p.team_id AS "teamId",
    i.requested_by AS "requestedBy", i.generation, i.attempts, i.spec, CASE WHEN m.state = 'ready' THEN m.digest END AS image,
    coalesce(o.flag, i.test_flag) AS flag, host(network(i.subnet)) || '/' || masklen(i.subnet) AS subnet, i.port,
    i.memory_mb AS "memoryMb", i.cpu, i.waits_for AS "waitsFor", coalesce(m.state = 'failed', false) AS "imageFailed",
    EXISTS (SELECT FROM instances b WHERE b.id <> i.id AND b.challenge_id = i.challenge_id AND b.kind = i.kind
      AND b.participation_id IS NOT DISTINCT FROM i.participation_id AND b.state IN ${HOLDING}) AS preceded,
    CASE WHEN i.kind = 'team' THEN (SELECT count(*)::int FROM instances b
      WHERE b.participation_id = i.participation_id AND b.kind = 'team' AND b.state IN ${HOLDING}) ELSE 0 END AS held,
    CASE WHEN i.kind = 'team' THEN coalesce(g.container_limit, 0) ELSE 0 END AS allowed
  FROM (${QUEUE}) q
  JOIN instances i ON i.id = q.id
  LEFT JOIN games g ON g.id = i.game_id
  LEFT JOIN participations p ON p.id = i.participation_id
  LEFT JOIN team_flags o ON o.challenge_id = i.challenge_id AND o.participation_id = i.participation_id
  LEFT JOIN images m ON m.engine_id = $1 AND m.reference = i.spec->>'image'
  WHERE i.next_at <= now()
  ORDER BY q.place LIMIT 500 FOR UPDATE OF i SKIP LOCKED`

/** Why a candidate cannot be started at this moment; null when it can. */
function barredBy(candidate: Candidate, engine: EngineFacts, started: Candidate[]): QueueReason | null {
  if (!candidate.image) return 'image'
  const team = (one: Candidate) =>
    one.teamId !== null && one.teamId === candidate.teamId && one.gameId === candidate.gameId
  const held = candidate.held + started.filter(team).length
  if (candidate.preceded || (candidate.allowed > 0 && held >= candidate.allowed)) return 'predecessor'
  const sum = (key: 'memoryMb' | 'cpu') => started.reduce((total, one) => total + one[key], 0)
  const memory = engine.usedMemory + sum('memoryMb') + (started.length + 1) * OVERHEAD_MB + candidate.memoryMb
  const fits =
    memory <= engine.memoryMb &&
    engine.usedCpu + sum('cpu') + candidate.cpu <= engine.cpu &&
    engine.usedPlaces + started.length < engine.places
  return fits ? null : 'capacity'
}

async function noteWaits(sql: Sql, waits: { id: string; reason: QueueReason }[]): Promise<void> {
  if (waits.length === 0) return
  await sql.query(
    `UPDATE instances i SET waits_for = w.reason FROM unnest($1::uuid[], $2::text[]) AS w (id, reason)
     WHERE i.id = w.id AND i.state = 'queued'`,
    [waits.map(({ id }) => id), waits.map(({ reason }) => reason)]
  )
}

export interface StartClaim extends Ranges {
  engineId: number
  owner: string
  /** Starts that the worker can take on now. */
  slots: number
  leaseSeconds: number
}

export interface Claims {
  claimed: ClaimedStart[]
  /** Ids of those whose image cannot be had: waiting would not help them. */
  hopeless: string[]
}

const CLAIM = `
  UPDATE instances SET state = 'starting', waits_for = NULL, engine_id = $2, subnet = $3, port = $4,
    attempts = attempts + 1, started_at = clock_timestamp(), lease_owner = $5,
    lease_until = clock_timestamp() + $6 * interval '1 second', next_at = now(), error_code = NULL, error_text = NULL
  WHERE id = $1`

/**
 * Takes the next instances out of the queue, in the caller's transaction: in fair order, as far as the engine has room
 * and the worker has slots. Nobody overtakes the first for whom there is no room, or large ones would wait for ever;
 * those who wait for something of their own are passed over. Notes for everybody else what they wait for.
 */
export async function claimStarts(sql: Sql, claim: StartClaim): Promise<Claims> {
  const { engineId, owner, slots, leaseSeconds, pool, ports } = claim
  const engine = await engineFacts(sql, engineId)
  if (!engine) return { claimed: [], hopeless: [] }
  const { rows } = await sql.query<Candidate>(CANDIDATES, [engineId])
  const closed = closedBy(engine)
  const waits: { id: string; reason: QueueReason }[] = []
  const started: Candidate[] = []
  let full = false
  for (const candidate of rows) {
    const turn = full || started.length >= slots ? 'turn' : null
    const reason = closed ?? turn ?? barredBy(candidate, engine, started)
    if (reason === 'capacity') full = true
    if (!reason) started.push(candidate)
    else if (reason !== candidate.waitsFor) waits.push({ id: candidate.id, reason })
  }
  const claimed = await place(sql, { engineId, owner, leaseSeconds, pool, ports }, started, waits)
  await noteWaits(sql, waits)
  const hopeless = closed ? [] : rows.filter(({ imageFailed }) => imageFailed).map(({ id }) => id)
  return { claimed, hopeless }
}

/** What it had before its worker was gone, which may be on the engine already. */
const ownPlace = ({ subnet, port }: Candidate): Partial<Place> =>
  subnet !== null && port !== null ? { subnet, port } : {}

/** Gives each its network and port and marks it as starting; what finds none goes on waiting. */
async function place(
  sql: Sql,
  { engineId, owner, leaseSeconds, ...ranges }: Omit<StartClaim, 'slots'>,
  started: Candidate[],
  waits: { id: string; reason: QueueReason }[]
): Promise<ClaimedStart[]> {
  if (started.length === 0) return []
  const free = await freePlaces(sql, engineId, ranges, started.length)
  const claimed: ClaimedStart[] = []
  for (const candidate of started) {
    const { subnet, port } = { ...free.pop(), ...ownPlace(candidate) }
    if (!subnet || !port) {
      waits.push({ id: candidate.id, reason: 'capacity' })
      continue
    }
    await sql.query(CLAIM, [candidate.id, engineId, subnet, port, owner, leaseSeconds])
    await sql.query(`INSERT INTO instance_events (instance_id, event, detail) VALUES ($1, 'starting', $2)`, [
      candidate.id,
      candidate.attempts > 0 ? `attempt ${candidate.attempts + 1}` : null
    ])
    claimed.push({ ...candidate, image: candidate.image!, subnet, port, attempts: candidate.attempts + 1 })
  }
  return claimed
}
