import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { clientOf } from '../../support/stores/own-stores'
import { until } from '../../support/until'

/** Clients that all request private pages at once. */
const READERS = 1500
const STORM_MS = 7000
/** How long visitors get an older page (docs/rules/limits.md#overload), in milliseconds. */
const OLDER_MS = 30_000

let platform: Platform
let game: PlayedGame

beforeAll(async () => {
  platform = await startPlatform({ HALYARD_LOAD_SHEDDING: 'on' })
  game = await playGame(platform.stores.db, { teams: 40, challenges: 40 })
})
afterAll(() => platform?.close())

interface Got {
  status: number
  ms: number
  end: number
  retryAfter: string | undefined
  age: string | undefined
  type: string | undefined
  body: string
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

function ask(path: string, cookie: string, send?: unknown): Promise<Got> {
  const begun = performance.now()
  const headers = {
    Cookie: cookie,
    Accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
    ...(send !== undefined && { 'Content-Type': 'application/json' })
  }
  return new Promise((resolve, reject) => {
    const options = { agent, headers, method: send === undefined ? 'GET' : 'POST' }
    const asked = request(platform.url + path, options, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      answer.on('end', () => {
        const { 'retry-after': retryAfter, 'content-type': type, age } = answer.headers
        const end = performance.now()
        resolve({ status: answer.statusCode!, ms: end - begun, end, retryAfter, age, type, body })
      })
    })
    asked.on('error', reject).end(send === undefined ? undefined : JSON.stringify(send))
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const percentile = (of: number[], share: number) =>
  [...of].sort((a, b) => a - b)[Math.floor(of.length * share)]!

it('an overloaded process refuses pages, then lists, answers flags, verdicts and probes, and recovers by itself', async () => {
  const { db } = platform.stores
  const cookies = await Promise.all(
    game.teams.map(async ({ members }) => (await clientOf(db, platform.url, members[0].id)).cookie)
  )
  const cookieOf = (n: number) => cookies[n % cookies.length]!
  // Remix renders it for each reader.
  const path = '/Teams'
  // A start makes the machine slow for a while.
  await until(async () => (await ask(path, cookieOf(0))).status === 200)
  await until(async () => (await ask('/games', '')).status === 200)

  const pages: Got[] = []
  const lists: Got[] = []
  const flags: Got[] = []
  const verdicts: Got[] = []
  const probes: Got[] = []
  const visits: Got[] = []
  const end = performance.now() + STORM_MS
  const during = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; performance.now() < end; n++) await work(n)
  }
  // These two come first, so that their connections are open before the readers'.
  const player = during(async (n) => {
    const challenge = game.challenges[n % game.challenges.length]!
    const place = `/api/game/${game.id}/challenges/${challenge.id}`
    const got = await ask(place, cookieOf(n), { flag: challenge.flag })
    flags.push(got)
    verdicts.push(await ask(`${place}/status/${got.body}`, cookieOf(n)))
    probes.push(await ask('/livez', ''), await ask('/readyz', ''))
    lists.push(await ask('/api/team', cookieOf(n)))
    await pause(30)
  })
  const visitor = during(async () => {
    visits.push(await ask('/games', ''))
    await pause(100)
  })
  const readers = Array.from({ length: READERS }, (_, reader) =>
    during(async () => {
      const got = await ask(path, cookieOf(reader))
      pages.push(got)
      // Sooner than Retry-After, but not at once, because refusals alone would fill the time of the test.
      if (got.status === 503) await pause(200)
    })
  )
  await Promise.all([player, visitor, ...readers])

  const refused = pages.filter(({ status }) => status === 503)
  const late = (of: Got[]) =>
    Math.round(
      percentile(
        of.map(({ ms }) => ms),
        0.95
      )
    )
  process.stdout.write(
    `${pages.length} pages, ${refused.length} refused, p95 ${late(pages)} ms; ${flags.length} flags, p95 ${late(flags)} ms\n`
  )
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200, 503]))
  for (const { retryAfter, type, body } of refused) {
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
    expect(type).toBe('text/html; charset=utf-8')
    expect(body).toContain('The server is busy.')
  }
  expect(flags.length).toBeGreaterThan(0)
  const answered = { flags, verdicts, probes }
  for (const [name, all] of Object.entries(answered))
    expect(new Set(all.map(({ status }) => status)), name).toEqual(new Set([200]))
  // Visitors get older pages within the limit of their age, which a slow machine may pass.
  expect(visits.some(({ age }) => age !== undefined)).toBe(true)
  let fresh = visits[0]!
  expect(fresh.status).toBe(200)
  for (const visit of visits) {
    if (visit.status === 503) expect(visit.end - (fresh.end - fresh.ms)).toBeGreaterThan(OLDER_MS)
    else if (visit.age === undefined) fresh = visit
  }
  for (const { status } of lists) expect([200, 503]).toContain(status)
  // Flags do not queue behind pages. Only the order is compared, because other tests use the machine too.
  expect(late(flags)).toBeLessThan(late(pages.filter(({ status }) => status === 200)))

  const calm = async () => {
    for (let n = 0; n < 40; n++) if ((await ask(path, cookieOf(n))).status !== 200) return false
    return true
  }
  await expect.poll(calm, { timeout: 20_000, interval: 500 }).toBe(true)
  expect((await ask('/api/team', cookieOf(0))).status).toBe(200)
})
