import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHandover } from '~/scripts/lib/platform/handover.mjs'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { openStores, type Stores } from '../stores/stores'
import { counted, SECRET } from './program'

export { ADMIN } from './program'

const HOST = '127.0.0.1'
const TIMEOUT = 170_000

/** The built platform on stores of its own: what `npm start` runs, without the launcher. */
export interface Platform {
  url: string
  stores: Stores
  /** HALYARD_DATA of the processes. */
  data: string
  lines(): string[]
  /** Kills a process and starts it again; `env` adds to the environment from then on. */
  restart(
    name: 'web' | 'scoring' | 'scoring-2' | 'jobs',
    env?: Record<string, string>,
    /** False: does not wait until it has all of its stores. */
    whole?: boolean
  ): Promise<void>
  kill(name: 'web' | 'scoring' | 'scoring-2'): Promise<void>
  stop(name: 'web' | 'scoring'): Promise<void>
  close(): Promise<void>
}

async function healthy(
  port: number,
  child: ChildProcess,
  heard: () => string,
  whole: boolean
): Promise<void> {
  const end = Date.now() + TIMEOUT
  while (Date.now() < end) {
    if (child.exitCode !== null) break
    const answer = await fetch(`http://${HOST}:${port}/healthz`).catch(() => null)
    if (answer?.ok || (answer && !whole)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`A process did not come up:\n${heard()}`)
}

interface PlatformOptions {
  /** Also runs jobs, such as the delivery of mails. */
  jobs?: boolean
  /** Passes sockets from web to scoring, as the launcher does. */
  handover?: boolean
  /** Also runs `scoring-2`. */
  twoScorings?: boolean
  /** Runs web from its sources with Vite, as `npm run dev` does. */
  development?: boolean
}

const freePorts = async () => ({
  web: await freePort(HOST),
  scoring: await freePort(HOST),
  'scoring-2': await freePort(HOST),
  jobs: await freePort(HOST)
})

/** Starts web and scoring of `build/`. @param env added to their environment; a function gets the addresses of the stores */
export async function startPlatform(
  env: Record<string, string> | ((stores: Stores) => Promise<Record<string, string>>) = {},
  { jobs = false, handover = false, twoScorings = false, development = false }: PlatformOptions = {}
): Promise<Platform> {
  const stores = await openStores('platformTemplate')
  const more = typeof env === 'function' ? await env(stores) : env
  const data = mkdtempSync(join(tmpdir(), 'halyard-test-'))
  const ports = await freePorts()
  const scorings = twoScorings ? (['scoring', 'scoring-2'] as const) : (['scoring'] as const)
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production' as const,
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    HALYARD_DATA: data,
    HALYARD_SECRET: SECRET,
    HALYARD_RATE_LIMITS: 'off',
    HALYARD_LOAD_SHEDDING: 'off',
    HOST,
    PORT: String(ports.web),
    SCORING_PORT: String(ports.scoring),
    SCORING_URL: scorings.map((name) => `http://${HOST}:${ports[name]}`).join(','),
    JOBS_PORT: String(ports.jobs),
    LOG_LEVEL: 'warn',
    // An engine of this machine must not be used by accident.
    DOCKER_HOST: 'none',
    SOCKET_HANDOVER: handover ? 'on' : 'off',
    ...counted(),
    ...more
  }
  const passing = createHandover()
  const running = new Map<string, ChildProcess>()
  const heardOf = new Map<string, () => string>()
  const begin = (name: keyof typeof ports) => {
    const service = name === 'scoring-2' ? 'scoring' : name
    const own = service === 'scoring' ? { SCORING_PORT: String(ports[name]) } : {}
    const several = name === 'web' && Number(environment.WEB_PROCESSES) > 1
    const fromSource = development && name === 'web'
    const program = fromSource
      ? ['--import', 'tsx', 'server/main.ts']
      : [`build/${several ? 'workers' : service}.js`]
    const child = spawn(process.execPath, program, {
      env: { ...environment, ...own, ...(fromSource && { NODE_ENV: 'development' }) },
      stdio: ['ignore', 'pipe', 'pipe', ...(handover ? (['ipc'] as const) : [])]
    })
    if (service === 'web' || service === 'scoring') passing[service](child, ports[name])
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text = (text + chunk).slice(-200_000)
      })
    running.set(name, child)
    heardOf.set(name, () => text)
    return { child, heard: () => text }
  }
  const start = async (name: keyof typeof ports, whole = true) => {
    const { child, heard } = begin(name)
    await healthy(ports[name], child, heard, whole)
  }
  const end = async (name: string, signal: NodeJS.Signals) => {
    const child = running.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  const close = async () => {
    await Promise.all([...running.keys()].map((name) => end(name, 'SIGTERM')))
    await stores.close()
    rmSync(data, { recursive: true, force: true })
  }
  const ready = Promise.all([start('web'), ...scorings.map((name) => start(name)), jobs && start('jobs')])
  // A process that is left would use the Redis of the worker's next file.
  await ready.catch((error) => close().then(() => Promise.reject(error)))
  return {
    url: `http://${HOST}:${ports.web}`,
    stores,
    data,
    lines: () => [...heardOf.values()].flatMap((heard) => heard().split('\n')),
    kill: (name) => end(name, 'SIGKILL'),
    stop: (name) => end(name, 'SIGTERM'),
    async restart(name, more = {}, whole = true) {
      await end(name, 'SIGKILL')
      Object.assign(environment, more)
      await start(name, whole)
    },
    close
  }
}
