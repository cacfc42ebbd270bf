import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLeases } from '~/server/http/tunnels/leases'
import { createTraffic, FLUSH_MS, type Traffic } from '~/server/http/tunnels/traffic'
import { createTrafficReader } from '~/server/instances'
import { listenOnPort } from '~/server/platform/processes/lifecycle'
import { HOUR_MS } from '~/server/platform/time'
import { HOST, openGate, type TestGate } from '../../support/instances/gate'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
const counters: Traffic[] = []
beforeAll(async () => {
  stores = await openStores()
})
afterAll(async () => {
  for (const one of counters) await one.close()
  await stores?.close()
})

const counter = () => {
  const traffic = createTraffic(stores.redis, stores.log)
  counters.push(traffic)
  return traffic
}
const seen = (instance: string) => createTrafficReader(stores.redis, stores.log).of(instance)
const bytes = async (instance: string) => {
  const { bytesIn, bytesOut } = (await seen(instance))!
  return [bytesIn, bytesOut]
}

async function pair(): Promise<{ near: Socket; far: Socket; close(): Promise<void> }> {
  const server = createServer({ allowHalfOpen: true })
  const port = await listenOnPort(server as never, 0, HOST)
  const near = connect(port, HOST)
  const [far] = (await once(server, 'connection')) as [Socket]
  far.on('error', () => {})
  near.on('error', () => {})
  return {
    near,
    far,
    async close() {
      near.destroy()
      far.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

it('traffic is counted while a connection is open, with its last bytes at the end', async () => {
  const instance = randomUUID()
  const { near, far, close } = await pair()
  counter().watch(instance, near)
  near.resume()
  far.resume()
  near.write(Buffer.alloc(1000))
  far.write(Buffer.alloc(70_000))
  await until(async () => (await bytes(instance))[1] === 70_000, 2 * FLUSH_MS)
  expect(await bytes(instance)).toEqual([1000, 70_000])
  expect(near.destroyed).toBe(false)

  near.write(Buffer.alloc(234))
  await once(far, 'data')
  near.destroy()
  await until(async () => (await bytes(instance))[0] === 1234, 2 * FLUSH_MS)
  // Nothing is counted twice.
  const late = randomUUID()
  counter().count(late, 1, 1)
  await until(async () => (await bytes(late))[0] === 1, 2 * FLUSH_MS)
  expect(await bytes(instance)).toEqual([1234, 70_000])
  await close()
})

it('traffic of several processes is added up, and kept for a day', async () => {
  const instance = randomUUID()
  const all = Array.from({ length: 5 }, counter)
  for (const one of all) for (let n = 0; n < 100; n++) one.count(instance, 3, 2 ** 40)
  await Promise.all(all.map((one) => one.close()))
  expect(await bytes(instance)).toEqual([1500, 500 * 2 ** 40])
  const left = await stores.redis.pTTL(`halyard:traffic:${instance}`)
  expect(left).toBeGreaterThan(23 * HOUR_MS)
  expect(left).toBeLessThanOrEqual(24 * HOUR_MS)
})

it('open connections are counted, without closed ones and those of a killed process', async () => {
  const instance = randomUUID()
  const leases = createLeases(stores.redis, stores.log)
  const holders = Array.from({ length: 3 }, () => ({ id: randomUUID(), instance, ticket: null }))
  for (const holder of holders) await leases.take(holder)
  expect((await seen(instance))!.connections).toBe(3)
  await leases.leave(holders[0]!)
  await stores.redis.zAdd(`halyard:tunnels:instance:${instance}`, {
    score: Date.now() - 1,
    value: holders[1]!.id
  })
  expect(await seen(instance)).toEqual({ connections: 1, bytesIn: 0, bytesOut: 0 })
})

it('no figure is better than a wrong one when Redis is away', async () => {
  const own = await stores.redis.duplicate().connect()
  own.on('error', () => {})
  const reader = createTrafficReader(own as never, stores.log)
  own.destroy()
  expect(await reader.of(randomUUID())).toBeNull()
})

it('traffic by host name is counted', async () => {
  let gate: TestGate | undefined
  try {
    gate = await openGate()
    const { host, instance } = await gate.web((_, res) => void res.end('x'.repeat(5000)))
    const asked = connect(gate.port, HOST).resume()
    asked.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    const reader = createTrafficReader(gate.stores.redis, gate.stores.log)
    await until(async () => ((await reader.of(instance))?.bytesOut ?? 0) > 5000, 2 * FLUSH_MS)
    const now = (await reader.of(instance))!
    expect(now.bytesIn).toBeGreaterThan(30)
    expect(now.bytesOut).toBeLessThan(6000)
    asked.destroy()
  } finally {
    await gate?.close()
  }
})
