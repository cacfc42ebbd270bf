import { randomUUID } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { engineHost, OVERHEAD_MB } from '~/server/engines'
import type { Load } from '~/server/engines/contract'
import { BLOCK_BITS, type Place } from '~/server/instances'
import type { Env } from '~/server/platform/env'
import { bindAddress } from './connection'
import type { Context } from './context'
import type { EngineInfo } from './engine/engine'
import { ensureProbeImage } from './probe/image'
import { type OwnPorts, selfTest } from './self-test'

/** Sum of limits per core, because challenges idle most of the time. */
const CPU_OVERCOMMIT = 10
const MEMORY_SHARE = 0.75
const LEAST_MEMORY_MB = 32
/** Milliseconds without a response after which an engine is down. */
const DOWN_AFTER_MS = 30_000

function capacityOf(info: Pick<EngineInfo, 'cpus' | 'memoryMb'>, env: Env): Load {
  const memoryMb = env.INSTANCE_MEMORY ?? Math.floor(info.memoryMb * MEMORY_SHARE)
  const [from, to] = env.INSTANCE_PORTS
  const networks = 2 ** (BLOCK_BITS - Number(env.INSTANCE_POOL.split('/')[1]))
  const room = Math.min(networks, to - from + 1, Math.floor(memoryMb / (LEAST_MEMORY_MB + OVERHEAD_MB)))
  return {
    memoryMb,
    cpu: Math.floor((env.INSTANCE_CPU ?? info.cpus * CPU_OVERCOMMIT) * 10),
    places: Math.max(1, Math.min(env.INSTANCE_PLACES ?? room, room))
  }
}

/** @returns true at the first response, also after a failure: then rows and engine must be reconciled */
export function createHeartbeat(context: Context, downAfter = DOWN_AFTER_MS) {
  let failingSince: Date | null = null
  return async (): Promise<boolean> => {
    const { engine, engineId, env, services, status } = context
    const begun = new Date()
    const from = performance.now()
    try {
      const info = await engine.info()
      const back = !status.up
      status.up = true
      status.diskQuota = info.diskQuota
      failingSince = null
      const capacity = capacityOf(info, env)
      const wasDown = await services.engines.work.seen(engineId, info, capacity, performance.now() - from)
      return wasDown || back
    } catch (error) {
      failingSince ??= begun
      if (Date.now() - failingSince.getTime() >= downAfter || !status.up) {
        status.up = false
        await services.engines.work.lost(engineId, failingSince, (error as Error).message)
      }
      return false
    }
  }
}

const portOf = (url: string, otherwise: number) => Number(new URL(url).port) || otherwise

function ownPorts(env: Env): OwnPorts {
  return {
    own_web: env.PORT,
    scoring: env.SCORING_PORT,
    jobs: env.JOBS_PORT,
    postgres: portOf(env.DATABASE_URL, 5432),
    redis: portOf(env.REDIS_URL, 6379),
    ssh: 22
  }
}

function publicWeb({ PUBLIC_URL }: Env) {
  if (!PUBLIC_URL) return null
  const { hostname, port, protocol } = new URL(PUBLIC_URL)
  return isIPv4(hostname)
    ? { address: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
    : null
}

/** A port or network may be used by another install: the next attempt takes others. */
const TEST_ATTEMPTS = 3

/** Stores what an instance can reach. @returns why the test failed to run; null when it ran */
async function attemptTest({ engine, engineId, address, env, services }: Context): Promise<string | null> {
  const image = await ensureProbeImage(engine, await engine.info())
  const ranges = { pool: env.INSTANCE_POOL, ports: env.INSTANCE_PORTS }
  const [one, two] = await services.instances.work.freePlaces(engineId, ranges, 2)
  if (!one || !two) return 'no network or port is free for it'
  const slot = ({ subnet, ports: [port] }: Place) => ({
    ...{ instance: randomUUID(), generation: 1, labels: { Purpose: 'self-test' }, subnet },
    publish: { address: bindAddress(env), port: port! }
  })
  const report = await selfTest({
    engine,
    image,
    plans: { neighbour: slot(one), probe: slot(two) },
    targets: {
      local: address.startsWith('unix:'),
      entry: engineHost(address),
      ports: ownPorts(env),
      publicWeb: publicWeb(env)
    }
  })
  if (report.error !== null) return report.error
  await services.engines.work.tested(engineId, report)
  return null
}

async function testGuard(context: Context): Promise<void> {
  const { engineId, guard, services, log } = context
  await guard.install()
  for (let left = TEST_ATTEMPTS; ; left--) {
    const failure = await attemptTest(context).catch((error: Error) => error.message)
    if (failure === null) return
    log.warn({ err: failure }, 'self_test_failed')
    if (left === 1) return services.engines.work.untested(engineId, failure).catch(() => {})
  }
}

/** Tests the engine when due. @returns false when not due, or the engine is down */
export async function testIfDue(context: Context): Promise<boolean> {
  if (!context.status.up) return false
  if (!(await context.services.engines.work.find(context.engineId))?.testDue) return false
  await testGuard(context)
  return true
}

/** Whether starts wait for the first self-test. */
export async function isUntested({ engineId, services, status }: Context): Promise<boolean> {
  return status.up && (await services.engines.work.find(engineId))?.guard === 'unknown'
}
