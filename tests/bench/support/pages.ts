import { encode, load } from './load'
import type { Seeded } from './seed'

const PAGES_A_SECOND = 20

/** Milliseconds, sorted: of a visitor's home page, and of a player's challenges. */
export type Latencies = [Float64Array, Float64Array]

/** Requests two pages in turn, at a steady pace, until `over`. */
export async function steadyPages(
  port: number,
  { gameId, cookies }: Seeded,
  over: () => boolean
): Promise<Latencies> {
  const headers = { 'Accept-Encoding': 'gzip, br' }
  const home = encode('GET', '/', headers)
  const challenges = encode('GET', `/games/${gameId}/Challenges`, { ...headers, Cookie: cookies.at(-1)! })
  const latencies: [number[], number[]] = [[], []]
  const { status } = await load({
    ...{ port, connections: 8, pace: PAGES_A_SECOND, seconds: 300 },
    next: (n) => (over() ? null : n % 2 ? challenges : home),
    onAnswer: (n, sent, answered) => latencies[n % 2 ? 1 : 0].push(answered - sent)
  })
  if (Object.keys(status).some((code) => code !== '200'))
    throw new Error(`Pages were answered ${JSON.stringify(status)}`)
  const [visitor, player] = latencies.map((all) => Float64Array.from(all).sort())
  return [visitor!, player!]
}
