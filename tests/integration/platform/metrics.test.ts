import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { Client } from '../../support/api/client'
import { playGame, sessionOf } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { watchGame } from '../../support/scoring/scoring'

const TOKEN = 'a-token-of-the-tests'

let platform: Platform
let port: number

beforeAll(async () => {
  port = await freePort('127.0.0.1')
  platform = await startPlatform({
    WEB_PROCESSES: '2',
    METRICS_PORT: String(port),
    METRICS_TOKEN: TOKEN
  })
})
afterAll(() => platform?.close())

const scrape = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Connection: 'close' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return answer.text()
}

/** Sum of a metric's series that have these labels. */
const sumOf = (text: string, name: string, ...labels: string[]) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

it('metrics on the platform’s port are refused without the token', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${platform.url}/metrics`, { headers })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ Authorization: TOKEN })).status).toBe(401)
  expect((await ask({ Authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
  const answer = await ask({ Authorization: `Bearer ${TOKEN}` })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('halyard_http_requests_total')
})

it('metrics of both workers are added up, whichever replies', async () => {
  const count = async () => sumOf(await scrape(), 'halyard_http_requests_total', 'route="/api/config"')
  const before = await count()
  const config = () => fetch(`${platform.url}/api/config`, { headers: { Connection: 'close' } })
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 12 }, config))
  for (let asked = 0; asked < 6; asked++) await expect.poll(count).toBe(before + 60)
})

it('metrics have no series of requests by anonymous clients’ values', async () => {
  const strange = Array.from({ length: 40 }, (_, n) => n)
  const ask = () =>
    Promise.all(
      strange.flatMap((n) => [
        fetch(`${platform.url}/strange-${n}`),
        fetch(`${platform.url}/strange-${n}.txt`),
        fetch(`${platform.url}/api/game/${90_000 + n}`),
        fetch(`${platform.url}/api/strange-${n}`, { method: 'PURGE' })
      ])
    )
  const series = (text: string) => text.split('\n').filter((line) => line.startsWith('halyard_http')).length
  await ask()
  const before = await scrape()
  expect(before).not.toMatch(/strange|route="[^"]*900\d\d|PURGE/)
  await ask()
  // A second round may only add series of new status classes.
  expect(series(await scrape()) - series(before)).toBeLessThan(20)
  expect(before).toMatch(/route="\/api\/game\/:\w+"/)
})

it('metrics count a flag on its way to the verdict, with those of other processes', async () => {
  const game = await playGame(platform.stores.db, { teams: 1, challenges: 1 })
  const [challenge] = game.challenges
  const player = new Client(platform.url)
  player.cookie = await sessionOf(platform, game.teams[0]!.members[0])
  const viewer = await watchGame(platform.url, { game: game.id })
  const before = await scrape()
  expect(sumOf(before, 'halyard_sockets')).toBe(1)
  await player.call('POST', `/api/game/${game.id}/challenges/${challenge!.id}`, { flag: challenge!.flag })
  const grown = async (name: string, ...labels: string[]) =>
    sumOf(await scrape(), name, ...labels) - sumOf(before, name, ...labels)
  await expect.poll(() => grown('halyard_flags_received_total')).toBe(1)
  await expect.poll(() => grown('halyard_verdicts_total', 'result="Accepted"')).toBe(1)
  expect(await grown('halyard_verdict_latency_seconds_count')).toBe(1)
  await expect.poll(() => grown('halyard_delta_delay_seconds_count')).toBeGreaterThan(0)
  viewer.socket.close()
  await expect.poll(async () => sumOf(await scrape(), 'halyard_sockets')).toBe(0)
})

it('metrics tell whether Redis answers and how much room the disk has', async () => {
  const text = await scrape()
  expect(sumOf(text, 'halyard_redis_up')).toBe(1)
  expect(sumOf(text, 'halyard_disk_free_bytes')).toBeGreaterThan(1024 ** 2)
  expect(text).toContain('halyard_messages_waiting{kind="webhook"} 0')
})
