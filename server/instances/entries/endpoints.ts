import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ChallengeCategory, ContainerOptions } from '~/server/challenges/contract'
import { type Database, json, number, oneOf, type RowOf, row, type Sql, text, uuid } from '~/server/db'
import { INSTANCE_KINDS } from '../states'

export interface Endpoint {
  /** '' for the only one. */
  title: string
  /** '' in an instance of one container. */
  service: string
  port: number
  protocol: 'tcp' | 'http'
}

/** The challenge's part that decides endpoints. */
interface Offer {
  category: ChallengeCategory
  port: number
  options: Pick<ContainerOptions, 'entry' | 'more' | 'readiness'>
}

/** The contract's port first. `auto` is HTTP for web challenges. */
export function endpointsOf({ category, port, options }: Offer): Endpoint[] {
  const { title, service, protocol } = options.entry
  const usual = category === 'Web' || options.readiness === 'http' ? 'http' : 'tcp'
  return [{ title, service, port, protocol: protocol === 'auto' ? usual : protocol }, ...options.more]
}

const labelOf = (title: string) => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '')
  return `${words || 'c'}-${randomBytes(8).toString('hex')}`
}

/** `title` of the challenge. */
export async function insertEndpoints(
  sql: Sql,
  instance: string,
  title: string,
  endpoints: readonly Endpoint[]
): Promise<void> {
  await sql.query(
    `INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host)
     SELECT $1, o.position - 1, o.title, o.service, o.port, o.protocol, o.host
     FROM ROWS FROM (jsonb_to_recordset($2) AS (title text, service text, port int, protocol text, host text))
       WITH ORDINALITY AS o (title, service, port, protocol, host, position)`,
    [instance, JSON.stringify(endpoints.map((one) => ({ ...one, host: labelOf(title) })))]
  )
}

/** SQL: first address of instance `i`; null until ready, and with tunnels. */
export const ENTRY =
  '(SELECT n.entry FROM instance_endpoints n WHERE n.instance_id = i.id AND n.position = 0)'

export interface EndpointRow extends Endpoint {
  /** Position from 0. */
  position: number
  host: string
  /** Port on the engine's machine; null without an engine. */
  published: number | null
  /** The address in the instance's network, or of its node in a Swarm or a cluster; null until ready. */
  address: string | null
  /** `host:port`; null until ready, and with tunnels. */
  entry: string | null
}

/** The endpoints of the instance that the SQL expression names, in their order, as a JSON array. */
export const endpointsJsonSql = (
  instance: string
) => `(SELECT coalesce(json_agg(json_build_object('position', n.position,
  'title', n.title, 'service', n.service, 'port', n.port, 'protocol', n.protocol, 'host', n.host, 'published', n.published,
  'address', n.address, 'entry', n.entry) ORDER BY n.position), '[]') FROM instance_endpoints n WHERE n.instance_id = ${instance})`

const endpointRows = z.array(
  z.object({
    position: z.int(),
    title: z.string(),
    service: z.string(),
    port: z.int(),
    protocol: z.enum(['tcp', 'http']),
    host: z.string(),
    published: z.int().nullable(),
    address: z.string().nullable(),
    entry: z.string().nullable()
  })
) satisfies z.ZodType<EndpointRow[]>
export const endpointsColumn = json<EndpointRow[]>(endpointRows)

export const TARGET_COLUMNS = {
  instance: uuid,
  kind: oneOf(INSTANCE_KINDS),
  position: number,
  protocol: oneOf(['tcp', 'http']),
  /** The address in the instance's network, reachable from the engine's machine; or of its node in a Swarm or a cluster. */
  address: text,
  /** The port of the service inside. */
  port: number,
  /** Address of the engine, or of the node in a Swarm or a cluster, and published port. */
  engine: text,
  published: number
}

export type EndpointTarget = RowOf<typeof TARGET_COLUMNS>

/** SQL: EndpointTarget of instance `i`, endpoint `n` and engine `e`. */
export const TARGET = `i.id AS instance, i.kind, n.position, n.protocol, n.address, n.port, n.published,
  CASE WHEN e.kind = 'docker' THEN e.address WHEN n.address LIKE '%:%' THEN 'tcp://[' || n.address || ']'
    ELSE 'tcp://' || n.address END AS engine`

/** Host names of instances. */
export interface HostNames {
  /** Finds an endpoint by the first label of its host; null for an unknown or ended one. */
  find(label: string): Promise<EndpointTarget | null>
}

export const createHostNames = ({ pool }: Database): HostNames => ({
  async find(label) {
    const target = await row(pool, TARGET_COLUMNS, {
      name: 'endpoint_by_host',
      text: `SELECT ${TARGET} FROM instance_endpoints n JOIN instances i ON i.id = n.instance_id
               JOIN engines e ON e.id = i.engine_id
             WHERE n.host = $1 AND i.desired = 'up' AND i.state IN ('ready', 'unhealthy')`,
      values: [label]
    })
    return target ?? null
  }
})
