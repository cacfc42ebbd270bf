import { randomUUID } from 'node:crypto'
import type { Database } from '~/server/db'
import type { InstanceSpec, InstanceState } from '~/server/instances/contract'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import type { PlayedGame } from '../fixtures'

/** A start request of one container. */
export const SPEC: InstanceSpec = {
  image: 'harbour/tide:1',
  images: ['harbour/tide:1'],
  services: [],
  memoryMb: 128,
  cpu: 5,
  diskMb: 256,
  pids: 256,
  readOnly: true,
  capabilities: [],
  egress: 'none',
  egressHosts: [],
  flag: 'env',
  flagPath: '/run/halyard/flag',
  readiness: 'tcp',
  readinessTarget: '',
  startTimeout: 60,
  keepAfterSolve: 0,
  needsDocker: null,
  clusterLimit: null
}

export interface RowPlan {
  state: InstanceState
  /** Indices of team and challenge in the game; a test has no team. */
  team?: number | null
  challenge?: number
  engine?: number | null
  /** Minutes from now; negative is ago. */
  readyAt?: number
  expiresAt?: number
  endedAt?: number
  more?: Record<string, unknown>
}

/** Stores an engine that replied, as workers do. @param more other columns */
export async function addEngine(db: Database, more: Record<string, unknown> = {}): Promise<number> {
  const info = {
    version: '27.3.1',
    os: 'linux',
    architecture: 'x86_64',
    cpus: 16,
    memoryMb: 65_536,
    storageDriver: 'overlay2',
    diskQuota: false,
    runtimes: ['runc']
  }
  const columns = {
    address: 'unix:///var/run/docker.sock',
    state: 'up',
    seen_at: new Date(),
    latency_ms: 11,
    info: JSON.stringify(info),
    memory_mb: 49_152,
    cpu: 640,
    places: 250,
    guard: 'guarded',
    test_due_at: new Date(Date.now() + HOUR_MS),
    ...more
  }
  return insert(db, 'engines', columns)
}

/** Stores an image as the engine's worker does once it knows of it; a ready one has a digest. */
export const addImage = (
  { pool }: Pick<Database, 'pool'>,
  engine: number,
  reference = SPEC.image,
  state = 'ready'
) =>
  pool.query('INSERT INTO images (engine_id, reference, state, digest) VALUES ($1, $2, $3, $4)', [
    ...[engine, reference, state],
    state === 'ready' ? 'sha256:1' : null
  ])

/** Stores an instance as workers do; returns its id. */
export async function addInstance(db: Database, game: PlayedGame, plan: RowPlan): Promise<string> {
  const { state, team = 0, challenge = 0, engine = null, readyAt, expiresAt, endedAt, more } = plan
  const at = (minutes?: number) => (minutes === undefined ? null : new Date(Date.now() + minutes * MINUTE_MS))
  const id = randomUUID()
  const crew = team === null ? null : game.teams[team]!
  const over = state === 'ended' || state === 'failed'
  await insert(db, 'instances', {
    id,
    kind: crew ? 'team' : 'test',
    game_id: game.id,
    challenge_id: game.challenges[challenge]!.id,
    participation_id: crew?.participationId ?? null,
    requested_by: crew?.members[0].id ?? null,
    state,
    desired: over || state === 'stuck' || state === 'stopping' ? 'down' : 'up',
    spec: JSON.stringify(SPEC),
    memory_mb: SPEC.memoryMb,
    cpu: SPEC.cpu,
    lifetime: 60,
    engine_id: engine,
    container: over || state === 'queued' ? null : id.replaceAll('-', '').repeat(2),
    operated_at: at(-20),
    requested_at: at(-20),
    started_at: state === 'queued' ? null : at(-19),
    ready_at: at(readyAt),
    expires_at: at(expiresAt),
    ended_at: at(endedAt),
    next_at: null,
    ...more
  })
  await insertEndpoint(db, id, state === 'ready' ? '198.51.100.7:20417' : null)
  const [begun, then] = [new Date(Date.now() - 20 * MINUTE_MS), new Date(Date.now() - 19 * MINUTE_MS)]
  await db.pool.query(
    `INSERT INTO instance_events (instance_id, at, event, detail) VALUES ($1, $2, 'queued', null), ($1, $3, $4, null)`,
    [id, begun, then, state === 'queued' ? 'image' : state]
  )
  return id
}

/** Stores the one port of an instance; `entry` once it is ready. */
export const insertEndpoint = ({ pool }: Pick<Database, 'pool'>, instance: string, entry: string | null) =>
  pool.query(
    `INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host, entry, address, published)
     VALUES ($1::uuid, 0, '', '', 8080, 'http', 'tide-' || left($1::uuid::text, 8), $2,
       CASE WHEN $2::text IS NOT NULL THEN '172.30.0.2' END, CASE WHEN $2::text IS NOT NULL THEN 20417 END)`,
    [instance, entry]
  )

async function insert<Id>(db: Database, table: string, columns: Record<string, unknown>): Promise<Id> {
  const names = Object.keys(columns)
  const { rows } = await db.pool.query<{ id: Id }>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')}) RETURNING id`,
    Object.values(columns)
  )
  return rows[0]!.id
}
