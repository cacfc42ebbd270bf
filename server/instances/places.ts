import { randomInt } from 'node:crypto'
import type { Sql } from '~/server/platform/db'

/** Where instances of an engine get their networks and ports from. */
export interface Ranges {
  /** `a.b.c.d/n`; each instance gets a /29 of it. */
  pool: string
  /** First and last. */
  ports: [number, number]
}

/** A network of an instance's own, `a.b.c.d/29`, and a port to publish it on. */
export interface Place {
  subnet: string
  port: number
}

/**
 * Networks and ports that no live instance of the engine has, drawn at random: other installs on the same engine, whose
 * rows nobody here sees, should rarely draw the same. Nothing keeps them. Fewer than `count` when there are fewer.
 */
export async function freePlaces(
  sql: Pick<Sql, 'query'>,
  engineId: number,
  { pool, ports: [first, last] }: Ranges,
  count: number
): Promise<Place[]> {
  const { rows } = await sql.query<{ subnet: string | null; port: number | null }>({
    name: 'instances_places',
    text: `SELECT host(network(subnet)) || '/29' AS subnet, port FROM instances
     WHERE engine_id = $1 AND state NOT IN ('ended', 'failed')`,
    values: [engineId]
  })
  const [base, blocks] = blocksOf(pool)
  const subnets = draw(
    blocks,
    (n) => `${addressOf(base + n * 8)}/29`,
    new Set(rows.map(({ subnet }) => subnet)),
    count
  )
  const ports = draw(last - first + 1, (n) => first + n, new Set(rows.map(({ port }) => port)), count)
  return ports.slice(0, subnets.length).map((port, index) => ({ subnet: subnets[index]!, port }))
}

/** Up to `count` of the things 0 to `size` stand for, without those that are taken; each search starts anywhere. */
function draw<Thing>(
  size: number,
  thing: (n: number) => Thing,
  taken: Set<Thing | null>,
  count: number
): Thing[] {
  const drawn: Thing[] = []
  while (drawn.length < count) {
    const start = randomInt(size)
    let tried = 0
    while (tried < size && taken.has(thing((start + tried) % size))) tried++
    if (tried === size) break
    const found = thing((start + tried) % size)
    taken.add(found)
    drawn.push(found)
  }
  return drawn
}

/** The first address of a network as a number, and how many blocks of eight addresses it has. */
function blocksOf(pool: string): [base: number, blocks: number] {
  const [address, length] = pool.split('/') as [string, string]
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const size = 2 ** (32 - Number(length))
  return [number - (number % size), size / 8]
}

const addressOf = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.')
