import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuestions } from '~/server/instances'
import { createEngineQuestions } from '~/server/instances/admin/engine-questions'
import { createRedis } from '~/server/platform/redis'
import { refused } from '../../support/domain'
import { breakable } from '../../support/stores/outage'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores?.close())

it('a question is answered once Redis is there, and refused at once while it is away', async () => {
  const way = await breakable(stores.redisUrl)
  const redis = await createRedis(way.url, stores.log)
  const questions = createEngineQuestions(redis, stores.log)
  const stop = new AbortController()
  const answering = answerQuestions(
    stores.redis,
    stores.log,
    stop.signal,
    () => 7,
    async () => []
  )
  await way.cut()
  await refused(questions.ask(7, { ask: 'orphans' }), 'instance.engine_silent', 503)
  await way.mend()
  expect(await questions.ask(7, { ask: 'orphans' })).toEqual([])
  stop.abort()
  await answering
  redis.destroy()
  await way.close()
})

it('a Redis that takes connections and never answers holds up no question, and keeps no connection', async () => {
  const taken: Promise<unknown>[] = []
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {}).resume()
    taken.push(once(socket, 'close'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const silent = stores.redis.duplicate({ url: `redis://127.0.0.1:${port}`, socket: {} })
  const questions = createEngineQuestions(silent, stores.log, 300)
  await refused(questions.ask(7, { ask: 'orphans' }), 'instance.engine_silent', 503)
  expect(taken.length).toBeGreaterThan(0)
  await Promise.all(taken)
  server.close()
})
