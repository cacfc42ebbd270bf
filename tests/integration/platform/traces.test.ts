import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { playGame, sessionOf } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { watchGame } from '../../support/scoring/scoring'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  links?: { traceId: string; spanId: string }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const REQUEST = 'request-of-the-test'
const FLAG = 'flag{never-in-a-trace}'

const spans: Span[] = []
let sent = ''
let receiver: Server
let platform: Platform

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    sent += body
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  platform = await startPlatform({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'debug'
  })
})
afterAll(async () => {
  await platform?.close()
  receiver?.closeAllConnections()
  receiver?.close()
})

it('a trace follows a flag from its request to the sockets of viewers, and is in the logs', async () => {
  const game = await playGame(platform.stores.db, { teams: 1, challenges: 1 })
  const [challenge] = game.challenges
  await platform.stores.db.pool.query('UPDATE flags SET flag = $2 WHERE challenge_id = $1', [
    challenge!.id,
    FLAG
  ])
  const player = new Client(platform.url)
  player.cookie = await sessionOf(platform, game.teams[0]!.members[0])
  const viewer = await watchGame(
    platform.url,
    { game: game.id },
    { Cookie: player.cookie, Origin: platform.url }
  )
  const path = `/api/game/${game.id}/challenges/${challenge!.id}`
  const answer = await player.call(
    'POST',
    path,
    { flag: FLAG },
    {
      'X-Request-Id': REQUEST,
      traceparent: `00-${TRACE}-${CALLER}-01`,
      Prefer: 'wait=10'
    }
  )
  expect(answer.headers.get('submission-status')).toBe('Accepted')
  expect(answer.headers.get('x-request-id')).toBe(REQUEST)

  const named = (name: string) => spans.find((span) => span.name === name && span.traceId === TRACE)
  await expect.poll(() => named('judge flag')).toBeDefined()
  const route = '/api/game/:id/challenges/:challengeId'
  await expect.poll(() => named(`POST ${route}`)).toMatchObject({ parentSpanId: CALLER })
  const request = named(`POST ${route}`)!
  const stored = named('store flag')!
  expect(stored.parentSpanId).toBe(request.spanId)
  expect(named('judge flag')!.parentSpanId).toBe(stored.spanId)
  const batchOf = () => spans.find((span) => span.name === 'judge batch' && (span.links?.length ?? 0) > 0)
  await expect.poll(batchOf).toMatchObject({ links: [{ traceId: TRACE }] })
  const batch = batchOf()!
  expect(named('judge flag')!.links).toMatchObject([{ traceId: batch.traceId, spanId: batch.spanId }])
  const ofBatch = () => spans.filter(({ traceId }) => traceId === batch.traceId).map(({ name }) => name)
  const parts = ['transaction', 'query judge_batch', 'publish delta', 'push delta']
  await expect.poll(ofBatch).toEqual(expect.arrayContaining(parts))
  expect(sent).not.toContain(FLAG)

  const lines = () =>
    platform
      .lines()
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const line = (msg: string) => lines().find((one) => one.msg === msg && one.game === game.id)
  await expect.poll(() => line('delta_published')).toBeDefined()
  const submission = answer.body
  expect(line('flag_stored')).toMatchObject({ name: 'web', submission, requestId: REQUEST, traceId: TRACE })
  const judged = line('flag_judged')
  expect(judged).toMatchObject({ name: 'scoring', submission, requestId: REQUEST, status: 'Accepted' })
  expect(line('delta_published')).toMatchObject({ to: judged.seq, requestIds: [REQUEST] })
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'request_answered', requestId: REQUEST, status: 200, route })
  )
  await expect.poll(() => line('delta_pushed')).toMatchObject({ to: judged.seq, viewers: 1 })
  viewer.socket.close()
  expect(platform.lines().join()).not.toContain(FLAG)
})

it('every reply has a request id, a new one where the given one is invalid', async () => {
  const idOf = async (path: string, given?: string) => {
    const answer = await fetch(platform.url + path, { headers: given ? { 'X-Request-Id': given } : {} })
    await answer.arrayBuffer()
    return answer.headers.get('x-request-id')
  }
  const ids = await Promise.all(['/', '/api/config', '/nowhere', '/favicon.ico'].map((path) => idOf(path)))
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[\w-]{8,}$/)
  expect(await idOf('/api/config', 'short')).not.toBe('short')
  expect(await idOf('/api/config', 'a word, and <b>')).toMatch(/^[\w-]{8,}$/)
})
