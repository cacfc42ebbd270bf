import { z } from 'zod'
import { bool, json, nullable, number, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { HOLDING, OVERHEAD_MB } from '~/server/engines'
import { TAKES } from '../availability'
import { type InstanceSpec, instanceSpec } from '../contract'
import { endpointsColumn, endpointsJsonSql } from '../entries/endpoints'
import { addInstanceEvents } from '../events'
import { QUEUE_SQL } from '../queue'
import { INSTANCE_KINDS, type InstanceKind, QUEUE_REASONS, type QueueReason } from '../states'
import { betterElsewhereSql, hasOtherOpenEngine, imagesHere, runsHere } from './placement'
import { listFreePlaces, type NetworkSlot, type Ranges } from './places'
import { recordBlock, recordOtherWaits, recordWaits, type Wait } from './waits'

/** A start that a worker has claimed; its lease must be renewed. */
export interface ClaimedStart {
  id: string
  kind: InstanceKind
  gameId: number | null
  challengeId: number | null
  /** Null for a test and a check. */
  teamId: number | null
  requestedBy: string | null
  generation: number
  attempts: number
  spec: InstanceSpec
  /** What the engine starts from, by what the challenge calls it. */
  images: Record<string, string>
  /** Null where the challenge's flag is the same for all, so that containers get none. */
  flag: string | null
  /** Null where the challenge has none. */
  decoy: string | null
  subnet: string
  /** Ports that players connect to, in their order. */
  endpoints: ClaimedEndpoint[]
}

export interface ClaimedEndpoint {
  position: number
  /** The container that listens; '' in an instance of one. */
  service: string
  port: number
  /** On the engine's machine. */
  published: number
}

const FACTS = {
  ...TAKES,
  usedMemory: number,
  usedCpu: number,
  usedPlaces: number,
  checks: number
}
type EngineFacts = RowOf<typeof FACTS>

/** Locks the engine's row: one worker at a time decides what is reserved on it. */
async function engineFacts(sql: Sql, engineId: number): Promise<EngineFacts | undefined> {
  await sql.query('SELECT FROM engines WHERE id = $1 FOR NO KEY UPDATE', [engineId])
  return row(sql, FACTS, {
    name: 'instances_engine',
    text: `SELECT e.state, e.draining, e.guard, e.accepted_at IS NOT NULL AS accepted, e.memory_mb AS "memoryMb", e.cpu,
       e.places, coalesce(sum(i.memory_mb + ${OVERHEAD_MB}), 0)::int AS "usedMemory",
       coalesce(sum(i.cpu), 0)::int AS "usedCpu", count(i.id)::int AS "usedPlaces",
       (count(i.id) FILTER (WHERE i.kind = 'check'))::int AS checks
     FROM engines e LEFT JOIN instances i ON i.engine_id = e.id AND i.state IN ${HOLDING}
     WHERE e.id = $1 GROUP BY e.id`,
    values: [engineId]
  })
}

/** Why the engine starts nothing at all; null when it does. */
function engineBlock({ state, draining, guard, accepted }: EngineFacts): QueueReason | null {
  if (state === 'down') return 'engine_down'
  if (guard === 'unguarded' && !accepted) return 'engine_unguarded'
  if (guard === 'unknown' && !accepted) return 'engine_untested'
  return draining ? 'engine_draining' : null
}

const CANDIDATE = {
  id: uuid,
  /** In the queue, from 1. */
  place: number,
  kind: oneOf(INSTANCE_KINDS),
  gameId: nullable(number),
  challengeId: nullable(number),
  teamId: nullable(number),
  requestedBy: nullable(uuid),
  generation: number,
  attempts: number,
  spec: json(instanceSpec),
  images: json(z.record(z.string(), z.string())),
  flag: nullable(text),
  decoy: nullable(text),
  subnet: nullable(text),
  endpoints: endpointsColumn,
  memoryMb: number,
  cpu: number,
  waitsFor: nullable(oneOf(QUEUE_REASONS)),
  /** Another one of the same team and challenge is not gone yet. */
  preceded: bool,
  /** On which engine an earlier attempt was. */
  engineId: nullable(number),
  /** Another engine can start it at once and has more of its room left: it is given a moment to. */
  betterElsewhere: bool,
  /** Instances of the team on engines, and how many it may have; 0 = any number. */
  held: number,
  allowed: number
}
type Candidate = RowOf<typeof CANDIDATE>

/** Candidates are read in pages: mostly one of the first gets the place. */
const PAGE = 25
const MAX_PAGES = 20

/** Solve checks on one engine at a time: they take what players could have (docs/rules/solve-checks.md#runs). */
const CHECKS_AT_ONCE = 2

/** What a test instance gets for a decoy. */
const TEST_DECOY = 'flag{a_decoy_for_testing}'

/** Only what the engine can run and has the images of: pages hold what could start, however many others wait. */
const CANDIDATES = `
  SELECT i.id, q.place, i.kind, i.game_id AS "gameId", i.challenge_id AS "challengeId", p.team_id AS "teamId",
    i.requested_by AS "requestedBy", i.engine_id AS "engineId", i.generation, i.attempts, i.spec, m.digests AS images,
    coalesce(o.flag, i.test_flag) AS flag,
    CASE WHEN i.kind = 'team' THEN d.decoy
      ELSE (SELECT '${TEST_DECOY}' FROM challenges c WHERE c.id = i.challenge_id AND c.decoy IS NOT NULL) END AS decoy,
    host(network(i.subnet)) || '/' || masklen(i.subnet) AS subnet,
    ${endpointsJsonSql('i.id')} AS endpoints,
    i.memory_mb AS "memoryMb", i.cpu, i.waits_for AS "waitsFor",
    ${betterElsewhereSql('i')} AS "betterElsewhere",
    EXISTS (SELECT FROM instances b WHERE b.id <> i.id AND b.challenge_id = i.challenge_id AND b.kind = i.kind
      AND b.participation_id IS NOT DISTINCT FROM i.participation_id AND b.state IN ${HOLDING}) AS preceded,
    CASE WHEN i.kind = 'team' THEN (SELECT count(*)::int FROM instances b
      WHERE b.participation_id = i.participation_id AND b.kind = 'team' AND b.state IN ${HOLDING}) ELSE 0 END AS held,
    CASE WHEN i.kind = 'team' THEN coalesce(g.container_limit, 0) ELSE 0 END AS allowed
  FROM (${QUEUE_SQL}) q
  JOIN instances i ON i.id = q.id
  LEFT JOIN games g ON g.id = i.game_id
  LEFT JOIN participations p ON p.id = i.participation_id
  LEFT JOIN team_flags o ON o.challenge_id = i.challenge_id AND o.participation_id = i.participation_id
  LEFT JOIN team_decoys d ON d.challenge_id = i.challenge_id AND d.participation_id = i.participation_id
  LEFT JOIN LATERAL (
    SELECT json_object_agg(r.reference, m.digest) AS digests
    FROM jsonb_array_elements_text(i.spec->'images') AS r (reference)
    JOIN images m ON m.engine_id = $1 AND m.reference = r.reference
  ) m ON true
  -- The state again: of a row that another engine has claimed meanwhile, only conditions on the row itself are read anew.
  WHERE i.state = 'queued' AND i.desired = 'up' AND i.next_at <= now() AND q.place > $2 AND ${runsHere('i')} AND ${imagesHere('i')}
  ORDER BY q.place LIMIT ${PAGE} FOR UPDATE OF i SKIP LOCKED`

/** Why a candidate cannot be started at this moment; null when it can. */
function candidateBlock(candidate: Candidate, engine: EngineFacts, started: Candidate[]): QueueReason | null {
  if (candidate.betterElsewhere) return 'turn'
  const checks = started.filter(({ kind }) => kind === 'check').length
  if (candidate.kind === 'check' && engine.checks + checks >= CHECKS_AT_ONCE) return 'predecessor'
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

export interface StartClaim extends Ranges {
  engineId: number
  owner: string
  /** How many starts the worker can claim now. */
  slots: number
  leaseSeconds: number
}

export interface Claims {
  claimed: ClaimedStart[]
  /** Ids of those whose image cannot be pulled: waiting would not help them. */
  hopeless: string[]
}

const CLAIM = `
  UPDATE instances SET state = 'starting', waits_for = NULL, engine_id = $2, subnet = $3, allowed_hosts = NULL,
    attempts = attempts + 1, started_at = clock_timestamp(), lease_owner = $4,
    lease_until = clock_timestamp() + $5 * interval '1 second', next_at = now(), error_code = NULL, error_text = NULL
  WHERE id = $1`

/** Those for which no engine could pull an image. One that another engine may still get is not hopeless. */
const HOPELESS = `
  SELECT i.id FROM instances i WHERE i.state = 'queued' AND i.desired = 'up' AND i.spec->'images' ?| (
    SELECT coalesce(array_agg(m.reference), '{}') FROM images m WHERE m.engine_id = $1 AND m.state = 'failed'
      AND NOT EXISTS (SELECT FROM images a WHERE a.reference = m.reference AND a.state <> 'failed'))
  LIMIT 100`

/**
 * Claims the next instances of the queue, in the caller's transaction: in fair order, as far as the engine has room and
 * the worker has slots. When there is no room for one, those behind it wait as well, or large ones would wait for ever;
 * those that this engine cannot run, and that wait for their own image or predecessor, are skipped. Records for all others what
 * they wait for.
 */
export async function claimStarts(sql: Sql, claim: StartClaim): Promise<Claims> {
  const { slots, ...rest } = claim
  const { engineId } = claim
  const engine = await engineFacts(sql, engineId)
  if (!engine) return { claimed: [], hopeless: [] }
  const blocked = engineBlock(engine)
  if (blocked) {
    // What one engine lacks is no reason to wait while another one starts.
    if (!(await hasOtherOpenEngine(sql, engineId))) await recordBlock(sql, blocked)
    return { claimed: [], hopeless: [] }
  }
  const { seen, started, waits } = await choose(sql, engine, engineId, slots)
  const claimed = await place(sql, rest, started, waits)
  await recordWaits(sql, waits)
  await recordOtherWaits(sql, engineId, seen, { full: slots <= 0 })
  const hopeless = await rows(
    sql,
    { id: uuid },
    { name: 'instances_hopeless', text: HOPELESS, values: [engineId] }
  )
  return { claimed, hopeless: hopeless.map(({ id }) => id) }
}

interface Choice {
  /** Ids of all that were looked at. */
  seen: string[]
  started: Candidate[]
  /** What is new of those that are not started. */
  waits: Wait[]
}

/** Goes through the queue until every slot is filled, or there is no room for the next. */
async function choose(sql: Sql, engine: EngineFacts, engineId: number, slots: number): Promise<Choice> {
  const choice: Choice = { seen: [], started: [], waits: [] }
  const { started, waits } = choice
  let after = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    if (started.length >= slots) return choice
    const candidates = await rows(sql, CANDIDATE, {
      name: 'instances_candidates',
      text: CANDIDATES,
      values: [engineId, after]
    })
    for (const candidate of candidates) {
      const reason = started.length < slots ? candidateBlock(candidate, engine, started) : 'turn'
      choice.seen.push(candidate.id)
      if (!reason) started.push(candidate)
      else if (reason !== candidate.waitsFor) waits.push({ id: candidate.id, reason })
      if (reason === 'capacity') return choice
    }
    if (candidates.length < PAGE) return choice
    after = candidates.at(-1)!.place
  }
  return choice
}

const PUBLISH = `
  UPDATE instance_endpoints n SET engine_id = $2, published = p.published
  FROM unnest($3::int[], $4::int[]) AS p (position, published) WHERE n.instance_id = $1 AND n.position = p.position`

/** The place of an earlier start whose worker is gone: its objects may be on the engine already. */
function ownPlace({ subnet, endpoints, engineId: before }: Candidate, engineId: number): NetworkSlot | null {
  if (before !== engineId) return null
  const ports = endpoints.flatMap(({ published }) => published ?? [])
  return subnet !== null && ports.length === endpoints.length ? { subnet, ports } : null
}

/** Gives each its network and ports and marks it as starting; one without a free place goes on waiting. */
async function place(
  sql: Sql,
  { engineId, owner, leaseSeconds, ...ranges }: Omit<StartClaim, 'slots'>,
  started: Candidate[],
  waits: Wait[]
): Promise<ClaimedStart[]> {
  if (started.length === 0) return []
  const needed = started.map(({ endpoints }) => endpoints.length)
  const free = await listFreePlaces(sql, engineId, ranges, needed)
  const claimed: ClaimedStart[] = []
  for (const [index, candidate] of started.entries()) {
    const found = ownPlace(candidate, engineId) ?? free[index]
    if (!found) {
      waits.push({ id: candidate.id, reason: 'capacity' })
      continue
    }
    await sql.query({
      name: 'instance_claim',
      text: CLAIM,
      values: [candidate.id, engineId, found.subnet, owner, leaseSeconds]
    })
    const endpoints = candidate.endpoints.map((one, at) => ({ ...one, published: found.ports[at]! }))
    await sql.query({
      name: 'instance_publish',
      text: PUBLISH,
      values: [candidate.id, engineId, endpoints.map(({ position }) => position), found.ports]
    })
    const attempt = candidate.attempts > 0 ? `attempt ${candidate.attempts + 1}` : null
    await addInstanceEvents(sql, [candidate.id], 'starting', { detail: attempt })
    const { subnet } = found
    claimed.push({
      ...candidate,
      ...{ subnet, endpoints, attempts: candidate.attempts + 1 }
    })
  }
  return claimed
}
