import { z } from 'zod'
import { bool, json, msSql, nullable, number, oneOf, type Pool, type RowOf, rows, text } from '~/server/db'
import { pullProgress } from '~/server/instances/contract'
import { ENGINE_KINDS } from './constants'
import {
  type EngineView,
  engineInfo,
  GUARD_STATES,
  guardReport,
  IMAGE_ERRORS,
  IMAGE_STATES,
  type ImageView,
  imageDetails,
  load,
  type NodeView,
  OVERHEAD_MB
} from './contract'
import { HOLDING } from './holding'

const accepted = z.object({ at: z.number(), by: z.string().nullable(), reason: z.string() })

const most = z.object({
  memoryMb: z.int().nullable(),
  cpu: z.int().nullable(),
  places: z.int().nullable()
})

/** Instances by the address of their node. */
const held = z.record(z.string(), z.int())

const ENGINE = {
  id: number,
  kind: oneOf(ENGINE_KINDS),
  address: text,
  namespace: nullable(text),
  state: oneOf(['up', 'down']),
  since: number,
  latencyMs: nullable(number),
  error: nullable(text),
  info: nullable(json(engineInfo)),
  capacity: json(load),
  reserved: json(load),
  endingSoon: number,
  draining: bool,
  guard: oneOf(GUARD_STATES),
  guardReport: nullable(json(guardReport)),
  allowsHosts: bool,
  testing: bool,
  accepted: nullable(json(accepted)),
  orphansRemoved: number,
  managed: bool,
  hasKeys: bool,
  entry: nullable(text),
  bind: nullable(text),
  most: json(most),
  held: json(held)
}

function nodesOf({ info, guardReport, held }: RowOf<typeof ENGINE>): NodeView[] {
  const nodes = info?.nodes ?? []
  const passed = new Set(guardReport?.nodes)
  return nodes
    .map((node) => ({ ...node, tested: passed.has(node.id), instances: held[node.host] ?? 0 }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** Every engine, in the order in which they were added. */
export async function listEngines(pool: Pool): Promise<EngineView[]> {
  const engines = await rows(
    pool,
    ENGINE,
    `SELECT e.id, e.kind, e.address, e.namespace, e.state, ${msSql('e.state_since')} AS since, e.latency_ms AS "latencyMs", e.error, e.info,
       json_build_object('memoryMb', e.memory_mb, 'cpu', e.cpu, 'places', e.places) AS capacity,
       json_build_object('memoryMb', coalesce(l.memory, 0), 'cpu', coalesce(l.cpu, 0), 'places', coalesce(l.n, 0))
         AS reserved,
       coalesce(l.soon, 0) AS "endingSoon", e.draining, e.guard, e.guard_report AS "guardReport", e.allows_hosts AS "allowsHosts",
       (e.test_due_at <= now() OR coalesce(e.tested_until > now(), false)) AS testing,
       CASE WHEN e.accepted_at IS NOT NULL THEN json_build_object('at', ${msSql('e.accepted_at')}, 'by', u.user_name,
         'reason', coalesce(e.accepted_reason, '')) END AS accepted,
       e.orphans_removed AS "orphansRemoved", e.managed, e.keys IS NOT NULL AS "hasKeys", e.entry, e.bind,
       json_build_object('memoryMb', e.most_memory_mb, 'cpu', e.most_cpu, 'places', e.most_places) AS most,
       CASE WHEN e.kind <> 'docker' THEN (
         SELECT coalesce(jsonb_object_agg(address, count), '{}') FROM (
           SELECT n.address, count(*) FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id AND n.position = 0
           WHERE i.engine_id = e.id AND i.state IN ${HOLDING} AND n.address IS NOT NULL GROUP BY n.address) nodes
       ) ELSE '{}' END AS held
     FROM engines e LEFT JOIN users u ON u.id = e.accepted_by
     LEFT JOIN LATERAL (
       SELECT sum(i.memory_mb + ${OVERHEAD_MB})::int AS memory, sum(i.cpu)::int AS cpu, count(*)::int AS n,
         count(*) FILTER (WHERE i.expires_at < now() + interval '10 minutes')::int AS soon
       FROM instances i WHERE i.engine_id = e.id AND i.state IN ${HOLDING}
     ) l ON true
     ORDER BY e.id LIMIT 100`
  )
  return engines.map(({ held, ...engine }) => ({ ...engine, nodes: nodesOf({ ...engine, held }) }))
}

const IMAGE = `m.reference, m.state, m.digest, m.details, m.progress, m.error_code AS error, m.error_text AS "errorText",
  ${msSql('m.pulled_at')} AS "pulledAt", e.address AS engine`

/** The shape of IMAGE. */
const IMAGE_COLUMNS = {
  reference: text,
  state: oneOf(IMAGE_STATES),
  digest: nullable(text),
  details: nullable(json(imageDetails)),
  progress: nullable(json(pullProgress)),
  error: nullable(oneOf(IMAGE_ERRORS)),
  errorText: nullable(text),
  pulledAt: nullable(number),
  engine: text
}

/** In the order of `references`, for each of them one row per engine that knows it. At most 1000. */
export async function listImages(pool: Pool, references: readonly string[]): Promise<ImageView[]> {
  return rows(
    pool,
    IMAGE_COLUMNS,
    `SELECT ${IMAGE} FROM images m JOIN engines e ON e.id = m.engine_id WHERE m.reference = ANY($1)
     ORDER BY array_position($1::text[], m.reference), e.id LIMIT 1000`,
    [references]
  )
}

const challenges = z.array(z.object({ id: z.int(), gameId: z.int(), title: z.string() }))
const USED_IMAGE = { ...IMAGE_COLUMNS, challenges: json(challenges) }

/** Images that challenges use, by name, on every engine. */
export async function listUsedImages(pool: Pool): Promise<RowOf<typeof USED_IMAGE>[]> {
  return rows(
    pool,
    USED_IMAGE,
    `SELECT ${IMAGE}, u.challenges FROM images m JOIN engines e ON e.id = m.engine_id
     JOIN LATERAL (
       SELECT json_agg(json_build_object('id', c.id, 'gameId', c.game_id, 'title', c.title) ORDER BY c.id) AS challenges
       FROM challenges c WHERE (c.container_image = m.reference OR m.reference = ANY (c.compose_images)) AND c.type LIKE '%Container'
     ) u ON u.challenges IS NOT NULL
     ORDER BY m.reference, e.id LIMIT 1000`
  )
}
