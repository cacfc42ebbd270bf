import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { z } from 'zod'
import { createWorkers, type Workers } from '~/jobs/instances/workers'
import { createRunner, type Runner } from '~/jobs/runner'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { json, row } from '~/server/db'
import { listEngines } from '~/server/engines/queries'
import { loadEnv } from '~/server/platform/env'
import { createI18n } from '~/server/platform/i18n'
import { type Domain, openDomain } from '../domain'
import type { Member } from '../fixtures'
import { counted } from '../processes/program'
import { until } from '../until'
import { containersWith, networksWith, volumesWith } from './engine'

export const ENGINE = process.env.TEST_DOCKER_HOST
export const IMAGE = process.env.TEST_IMAGE ?? ''

/** Services, teams and challenges with containers, without workers. */
export interface InstanceDomain extends Domain {
  addTeam(
    gameId: number,
    members?: number
  ): Promise<{ teamId: number; participationId: number; members: Member[] }>
  /** An enabled challenge with a container; `options` are columns of its update. */
  challenge(gameId: number, change?: object, type?: 'StaticContainer' | 'DynamicContainer'): Promise<number>
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** Resolves when no work is queued or running. */
  settled(): Promise<void>
}

/** An instance domain with the workers in this process, on the engine of the tests. */
export interface WorkerDomain extends InstanceDomain {
  workers: Workers
}

const installOf = async ({ stores }: Pick<InstanceDomain, 'stores'>): Promise<string> => {
  const install = await row(
    stores.db.pool,
    { value: json(z.string()) },
    `SELECT value FROM settings WHERE key = 'install'`
  )
  return install!.value
}

/** Names of the engine's containers with a label of this install; `value` null: any. */
export async function containers(
  label: string,
  instanceDomain: Pick<InstanceDomain, 'stores'>,
  value: string | number | null = null
): Promise<string[]> {
  const of = [
    `halyard.install=${await installOf(instanceDomain)}`,
    value === null ? label : `${label}=${value}`
  ]
  return (await containersWith(...of)).map(({ Names }) => Names[0]!)
}

const environment = (
  { stores }: Pick<InstanceDomain, 'stores'>,
  more: Record<string, string>
): Record<string, string> => ({
  DATABASE_URL: stores.databaseUrl,
  REDIS_URL: stores.redisUrl,
  DOCKER_HOST: ENGINE ?? 'none',
  INSTANCE_PUBLIC_ENTRY: '127.0.0.1',
  INSTANCE_BIND: '127.0.0.1',
  HALYARD_SECRET: 'ab'.repeat(32),
  ...more
})

export async function openInstanceDomain(): Promise<InstanceDomain> {
  const domain = await openDomain()
  const { services, admin, stores } = domain
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await stores.db.pool.query<T>(text, values)).rows
  return {
    ...domain,
    rows,
    async addTeam(gameId, size = 1) {
      const { id, members } = await domain.team(size)
      for (const member of members)
        await services.participations.join(domain.as(member), gameId, { teamId: id })
      const [participation] = await rows<{ id: number }>(
        'SELECT id FROM participations WHERE game_id = $1 AND team_id = $2',
        [gameId, id]
      )
      const participationId = participation!.id
      await services.participations.acceptWaiting(admin, gameId, [participationId])
      return { teamId: id, participationId, members }
    },
    async challenge(gameId, change = {}, type = 'DynamicContainer') {
      const { id } = await services.challenges.create(admin, gameId, {
        title: `Box ${type}`,
        category: 'Web',
        type
      })
      if (type === 'StaticContainer')
        await services.challenges.addFlags(admin, gameId, id, [
          { flag: 'flag{static}', attachmentType: 'None' }
        ])
      await services.challenges.update(admin, gameId, id, {
        containerImage: IMAGE,
        containerExposePort: 80,
        ...change,
        isEnabled: true
      })
      return id
    },
    async settled() {
      await until(
        async () =>
          (await rows(`SELECT FROM instances WHERE state IN ('queued', 'starting', 'stopping')`)).length === 0
      )
    }
  }
}

/** Resolves when the engine's self-test was made. */
export const testedEngine = ({ rows }: Pick<InstanceDomain, 'rows'>): Promise<unknown> =>
  until(
    async () =>
      (await rows(`SELECT FROM engines WHERE guard <> 'unknown' AND test_due_at > now()`)).length === 1
  )

/** Stops all instances and waits until the engine has none, for the next file. */
async function clearOut({ rows }: Pick<InstanceDomain, 'rows'>): Promise<void> {
  await rows(`UPDATE instances SET desired = 'down', next_at = now() WHERE state NOT IN ('ended', 'failed')`)
  await until(
    async () =>
      (await rows(`SELECT FROM instances WHERE state NOT IN ('ended', 'failed', 'stuck')`)).length === 0
  ).catch(() => {})
}

/** Workers as in a process of their own; several may run at once. */
export async function openWorkers(
  instanceDomain: Pick<InstanceDomain, 'stores' | 'services'>,
  more: Record<string, string> = {},
  heartbeat?: Parameters<typeof createWorkers>[0]['heartbeat']
): Promise<{ workers: Workers; close(): Promise<void> }> {
  const { services, stores } = instanceDomain
  const { redis, log } = stores
  const env = loadEnv(environment(instanceDomain, more))
  const workers = createWorkers({ services, redis, env, log, ...(heartbeat && { heartbeat }) })
  const runner: Runner = createRunner({ services, redis, translator: createI18n(), log })
  await workers.start()
  await runner.start(workers.jobs)
  return {
    workers,
    async close() {
      await runner.stop()
      await workers.stop()
    }
  }
}

export async function openWorkerDomain(
  more: Record<string, string> = {},
  {
    tested = true,
    heartbeat
  }: { tested?: boolean; heartbeat?: Parameters<typeof createWorkers>[0]['heartbeat'] } = {}
): Promise<WorkerDomain> {
  const instanceDomain = await openInstanceDomain()
  const { workers, close } = await openWorkers(instanceDomain, more, heartbeat)
  const workerDomain = {
    ...instanceDomain,
    workers,
    async close() {
      await clearOut(instanceDomain)
      await close()
      await instanceDomain.close()
    }
  }
  if (tested)
    await testedEngine(instanceDomain).catch(async (error) => {
      // Otherwise the next file would lack a database.
      await workerDomain.close()
      throw error
    })
  return workerDomain
}

export interface Jobs {
  /** The signal that ended it; null when it ended by itself. */
  died: Promise<NodeJS.Signals | null>
  /** Kills it without a chance to finish. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts `build/jobs.js` on these stores and waits until it is ready. */
export async function startJobs(
  instanceDomain: InstanceDomain,
  more: Record<string, string> = {}
): Promise<Jobs> {
  const port = await freePort('127.0.0.1')
  // Otherwise a test might take the last process' result for that of this one.
  await instanceDomain.rows('UPDATE engines SET test_due_at = now()')
  const child = spawn(process.execPath, ['build/jobs.js'], {
    env: {
      ...process.env,
      HALYARD_DATA: instanceDomain.data,
      JOBS_PORT: String(port),
      LOG_LEVEL: 'warn',
      ...counted(),
      ...environment(instanceDomain, more)
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let heard = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      heard = (heard + chunk).slice(-20_000)
    })
  const died = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await died
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(heard)
    return child.signalCode !== null || (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  }).catch(async (error) => {
    await end('SIGKILL')
    throw new Error(`The jobs process did not come up: ${error}\n${heard}`)
  })
  return { died, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

interface Live {
  id: string
  state: string
  desired: string
  generation: number
  team: number | null
}

/** Differences between rows and engine, each as one sentence. */
export async function disagreements(
  instanceDomain: Pick<InstanceDomain, 'stores' | 'rows'>
): Promise<string[]> {
  const install = `halyard.install=${await installOf(instanceDomain)}`
  const [boxes, networks, volumes] = await Promise.all([
    containersWith(install),
    networksWith(install),
    volumesWith(install)
  ])
  const live = await instanceDomain.rows<Live>(
    `SELECT i.id, i.state, i.desired, i.generation, p.team_id AS team FROM instances i
     LEFT JOIN participations p ON p.id = i.participation_id
     WHERE i.state IN ('starting', 'ready', 'unhealthy', 'stopping', 'stuck')`
  )
  const waiting = await instanceDomain.rows<{ id: string }>(
    `SELECT id FROM instances WHERE state = 'queued' AND waits_for IS DISTINCT FROM 'capacity'`
  )
  const known = new Set(live.map(({ id }) => id))
  const of = ({ Labels }: { Labels?: Record<string, string> | null }) => Labels?.['halyard.instance'] ?? ''
  const found = waiting.map(({ id }) => `under way: ${id} queued`)
  for (const box of boxes)
    if (!known.has(of(box)))
      found.push(`orphan: ${box.State} container ${box.Names[0]} ${box.Labels.Purpose ?? ''}`)
  for (const one of networks) if (!known.has(of(one))) found.push(`orphan: network ${one.Name}`)
  for (const one of volumes) if (!known.has(of(one))) found.push(`orphan: volume ${one.Name}`)
  for (const row of live) {
    const mine = boxes.filter((box) => of(box) === row.id)
    if (row.state === 'starting' || row.state === 'stopping') found.push(`under way: ${row.id} ${row.state}`)
    else if (row.state !== 'stuck' && row.desired === 'down') found.push(`to end: ${row.id}`)
    else if (row.state !== 'stuck' && (mine.length !== 1 || mine[0]!.State !== 'running'))
      found.push(`phantom: ${row.id} has ${mine.length} containers, ${mine[0]?.State}`)
    else if (row.state !== 'stuck' && mine[0]!.Labels['halyard.generation'] !== String(row.generation))
      found.push(`phantom: ${row.id} has a container of another start`)
  }
  return [...found, ...(await wrongQuotas(instanceDomain, live, boxes))]
}

/** Limits and capacity count exactly what the engine has. */
async function wrongQuotas(
  { stores }: Pick<InstanceDomain, 'stores'>,
  live: Live[],
  boxes: { Labels: Record<string, string> }[]
): Promise<string[]> {
  const [engine] = await listEngines(stores.db.pool)
  const stuck = live.filter(({ state }) => state === 'stuck').length
  const expected = boxes.filter(({ Labels }) => Labels.Purpose !== 'self-test').length
  const wrong =
    engine && stuck === 0 && engine.reserved.places !== expected
      ? [`capacity: ${engine.reserved.places} reserved, ${expected} there`]
      : []
  const teams = new Set(live.flatMap(({ team }) => team ?? []))
  for (const team of teams) {
    const rows = live.filter((row) => row.team === team && row.state !== 'stuck').length
    const there = boxes.filter(({ Labels }) => Labels.TeamId === String(team)).length
    if (rows !== there && stuck === 0) wrong.push(`limit: team ${team} has ${rows}, ${there} there`)
  }
  return wrong
}

/** Resolves when rows and engine agree and no work is left; fails with the differences after 30 s. */
export async function settledCleanly(instanceDomain: Pick<InstanceDomain, 'stores' | 'rows'>): Promise<void> {
  await expect.poll(() => disagreements(instanceDomain), { timeout: 30_000, interval: 200 }).toEqual([])
}
