import { randomInt } from 'node:crypto'
import { nullable, numbers, rows, type Sql, text } from '~/server/db'

/** The ranges from which instances of an engine get networks and ports. */
export interface Ranges {
  /** `a.b.c.d/n`; each instance gets a /28 of it. */
  pool: string
  /** First and last. */
  ports: [number, number]
  /** Refused by the engine a moment ago, so used last. */
  avoid?: { subnets: readonly string[]; ports: readonly number[] }
}

export interface NetworkSlot {
  subnet: string
  ports: number[]
}

/** Eight containers and the network's own addresses. */
export const BLOCK_BITS = 28
const BLOCK = 2 ** (32 - BLOCK_BITS)

const USED = { subnet: nullable(text), ports: numbers }

/**
 * Free networks and ports, random so that other installs on the engine rarely choose the same. Not reserved.
 * @param ports number for each instance
 * @returns fewer when there are fewer
 */
export async function listFreePlaces(
  sql: Sql,
  engineId: number,
  { pool, ports: [first, last], avoid = { subnets: [], ports: [] } }: Ranges,
  ports: readonly number[]
): Promise<NetworkSlot[]> {
  const used = await rows(sql, USED, {
    name: 'instances_places',
    text: `SELECT host(network(set_masklen(subnet, ${BLOCK_BITS}))) || '/${BLOCK_BITS}' AS subnet,
       ARRAY(SELECT published FROM instance_endpoints n WHERE n.instance_id = i.id AND published IS NOT NULL) AS ports
     FROM instances i WHERE engine_id = $1 AND state NOT IN ('ended', 'failed')`,
    values: [engineId]
  })
  const [base, blocks] = blocksOf(pool)
  const subnets = draw(
    blocks,
    (n) => `${addressOf(base + n * BLOCK)}/${BLOCK_BITS}`,
    new Set(used.map(({ subnet }) => subnet)),
    new Set(avoid.subnets),
    ports.length
  )
  const taken = new Set(used.flatMap((one) => one.ports))
  const avoided = new Set(avoid.ports)
  const places: NetworkSlot[] = []
  for (const [index, subnet] of subnets.entries()) {
    const count = ports[index]!
    const drawn = draw(last - first + 1, (n) => first + n, taken, avoided, count)
    if (drawn.length < count) break
    places.push({ subnet, ports: drawn })
  }
  return places
}

/** Random free ones, those to avoid last; adds them to `taken`. */
function draw<Thing>(
  size: number,
  thing: (n: number) => Thing,
  taken: Set<Thing | null>,
  avoided: ReadonlySet<Thing>,
  count: number
): Thing[] {
  const drawn: Thing[] = []
  while (drawn.length < count) {
    const start = randomInt(size)
    let spare: Thing | undefined
    let found: Thing | undefined
    for (let tried = 0; tried < size && found === undefined; tried++) {
      const one = thing((start + tried) % size)
      if (taken.has(one)) continue
      if (avoided.has(one)) spare ??= one
      else found = one
    }
    found ??= spare
    if (found === undefined) break
    taken.add(found)
    drawn.push(found)
  }
  return drawn
}

/** First address as a number, and number of blocks. */
function blocksOf(pool: string): [base: number, blocks: number] {
  const [address, length] = pool.split('/') as [string, string]
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const size = 2 ** (32 - Number(length))
  return [number - (number % size), Math.floor(size / BLOCK)]
}

const addressOf = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.')
