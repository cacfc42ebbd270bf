import { randomUUID } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { engineHost, isSocket, OVERHEAD_MB } from '~/server/engines'
import { isOnlyUnreachable, type Load } from '~/server/engines/contract'
import { BLOCK_BITS, type NetworkSlot } from '~/server/instances'
import { type Env, scoringUrlsOf } from '~/server/platform/env'
import type { Context } from './context'
import type { EngineInfo } from './engine/engine'
import { sharedNetwork, testNodes } from './nodes-test'
import { ensureProbeImage, probeReference } from './probe/image'
import { type OwnPorts, type SelfTestOptions, selfTest } from './self-test'

/** Sum of limits per core, because challenges idle most of the time. */
const CPU_OVERCOMMIT = 10
const MEMORY_SHARE = 0.75
const MIN_MEMORY_MB = 32
/** Milliseconds without a response after which an engine is down. */
const DOWN_AFTER_MS = 30_000

/** What instances may take of an engine; settings come first. */
function capacityOf(
  info: Pick<EngineInfo, 'cpus' | 'memoryMb'>,
  { env, connection: { most } }: Pick<Context, 'env' | 'connection'>
): Load {
  const memoryMb = most.memoryMb ?? Math.floor(info.memoryMb * MEMORY_SHARE)
  const [from, to] = env.INSTANCE_PORTS
  const networks = 2 ** (BLOCK_BITS - Number(env.INSTANCE_POOL.split('/')[1]))
  const room = Math.min(networks, to - from + 1, Math.floor(memoryMb / (MIN_MEMORY_MB + OVERHEAD_MB)))
  return {
    memoryMb,
    cpu: most.cpu ?? info.cpus * CPU_OVERCOMMIT * 10,
    places: Math.max(1, Math.min(most.places ?? room, room))
  }
}

/** @returns true at the first response, also after a failure: then rows and engine must be reconciled */
export function createHeartbeat(context: Context, downAfter = DOWN_AFTER_MS) {
  let failingSince: Date | null = null
  return async (): Promise<boolean> => {
    const { connection, engine, engineId, guard, services, status } = context
    const begun = new Date()
    const from = performance.now()
    try {
      const info = await engine.info()
      const back = !status.up
      status.up = true
      status.diskQuota = info.diskQuota
      failingSince = null
      const capacity = capacityOf(info, context)
      const wasDown = await services.engines.work.seen(engineId, info, capacity, {
        latencyMs: performance.now() - from,
        // A cluster gets a policy with the instance, any other engine rules of this machine.
        allowsHosts: connection.kind === 'kubernetes' || guard.state === 'installed'
      })
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
    scoring: scoringUrlsOf(env).map(({ port }) => Number(port) || 80),
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

/** Null for a name, which an instance may not resolve. */
function apiServerOf(url: string) {
  const { hostname, port } = new URL(url)
  return isIPv4(hostname) ? { address: hostname, port: Number(port) || 443 } : null
}

/** A port or network may be used by another install: the next attempt takes others. */
const TEST_ATTEMPTS = 3

/**
 * Tests what an instance can reach, and stores it.
 * @param isLast a published port that does not respond counts: the engine may only have been busy
 * @returns why the test could not be made; null when it was
 */
async function attemptTest(
  { engine, engineId, connection: { kind, address, bind }, env, owner, services }: Context,
  isLast: boolean
): Promise<string | null> {
  const info = await engine.info()
  // A cluster imports nothing: its operator brings the image to each node, and one without it is named.
  const image = await (kind === 'kubernetes'
    ? probeReference(info.architecture)
    : ensureProbeImage(engine, info))
  const ranges = { pool: env.INSTANCE_POOL, ports: env.INSTANCE_PORTS }
  const [one, two] = await services.instances.work.freePlaces(engineId, ranges, 2)
  if (!one || !two) return 'no network or port is free for it'
  const slot = ({ subnet, ports: [port] }: NetworkSlot) => ({
    ...{ instance: randomUUID(), generation: 1, labels: { Purpose: 'self-test' }, subnet },
    publish: { address: bind, port: port! }
  })
  const plans = () => ({ neighbour: slot(one), probe: slot(two) })
  const targets: SelfTestOptions['targets'] = {
    local: isSocket(address),
    entry: engineHost(address),
    ports: ownPorts(env),
    publicWeb: publicWeb(env),
    ...(kind === 'kubernetes' && { apiServer: apiServerOf(address) })
  }
  const report = info.nodes
    ? await testNodes(info.nodes, {
        engine,
        image,
        plans,
        targets,
        network: sharedNetwork(info.subnet)
      })
    : await selfTest({ engine, image, plans: plans(), targets })
  if (report.checks.length === 0 && report.error !== null) return report.error
  if (!isLast && isOnlyUnreachable(report)) return 'the published port did not respond'
  await services.engines.work.tested(engineId, owner, report)
  return null
}

/** Seconds of the lease of a test, which is renewed while it runs: an attempt takes up to 30 s. */
const TEST_LEASE_SECONDS = 15

/** Installs the firewall rules where permitted, and tests whether they hold. */
async function testGuard(context: Context): Promise<void> {
  const { engineId, guard, owner, services, log } = context
  await guard.install()
  for (let left = TEST_ATTEMPTS; ; left--) {
    const failure = await attemptTest(context, left === 1).catch((error: Error) => error.message)
    if (failure === null) return
    log.warn({ err: failure }, 'self_test_failed')
    if (left === 1) return services.engines.work.untested(engineId, owner, failure).catch(() => {})
  }
}

/**
 * Tests the engine when a self-test is due that no other process runs: two at once would count each other's containers as
 * reachable neighbours.
 * @returns false when none was made
 */
export async function testIfDue(context: Context): Promise<boolean> {
  const { connection, engineId, owner, services, status } = context
  const { work } = services.engines
  if (!status.up || !(await work.claimTest(engineId, owner, connection.revision, TEST_LEASE_SECONDS)))
    return false
  const renewal = setInterval(
    () => void work.renewTest(engineId, owner, TEST_LEASE_SECONDS).catch(() => {}),
    (TEST_LEASE_SECONDS * 1000) / 3
  )
  try {
    await testGuard(context)
    return true
  } finally {
    clearInterval(renewal)
  }
}

/** Whether starts wait for the first self-test. */
export async function isUntested({ engineId, services, status }: Context): Promise<boolean> {
  return status.up && (await services.engines.work.find(engineId))?.guard === 'unknown'
}
