import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { counted, SECRET } from '../processes/program'
import type { Stores } from '../stores/stores'
import { until } from '../until'

const HOST = '127.0.0.1'
/** Milliseconds in which a process loads the platform on a busy machine. */
const STARTING = 120_000
const PORT_OF = { web: 'PORT', scoring: 'SCORING_PORT', jobs: 'JOBS_PORT' }

/** A role that runs alone, as on a machine of its own. */
export interface RunningRole {
  port: number
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the built program as a container does, without a launcher. */
export function spawnRole(role: string, env: Record<string, string>, port = 0): RunningRole {
  const child = spawn(process.execPath, ['scripts/role.mjs'], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production' as const },
      ...{ HALYARD_ROLE: role, HOST, LOG_LEVEL: 'warn', DOCKER_HOST: 'none' },
      ...(role in PORT_OF && { [PORT_OF[role as keyof typeof PORT_OF]]: String(port) }),
      ...counted(),
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      output[name] = (output[name] + chunk).slice(-20_000)
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    ...{ port, child, ended, stdout: () => output.stdout, stderr: () => output.stderr },
    kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    }
  }
}

/** Roles on common stores and with a common folder, each on a port of its own. */
export function openRoles(
  stores: Pick<Stores, 'databaseUrl' | 'redisUrl'>,
  more: Record<string, string> = {}
) {
  const data = mkdtempSync(join(tmpdir(), 'halyard-roles-'))
  const running = new Set<RunningRole>()
  const start = async (role: keyof typeof PORT_OF, env: Record<string, string> = {}, at?: number) => {
    const port = at ?? (await freePort(HOST))
    const common = { DATABASE_URL: stores.databaseUrl, REDIS_URL: stores.redisUrl, HALYARD_SECRET: SECRET }
    const one = spawnRole(
      role,
      {
        ...common,
        HALYARD_DATA: data,
        HALYARD_RATE_LIMITS: 'off',
        HALYARD_LOAD_SHEDDING: 'off',
        ...more,
        ...env
      },
      port
    )
    running.add(one)
    void one.ended.then(() => running.delete(one))
    await until(async () => {
      if (one.child.exitCode !== null) throw new Error(`${role} ended: ${one.stderr()}`)
      return (await fetch(`http://${HOST}:${port}/healthz`)).ok
    }, STARTING)
    return one
  }
  return {
    start,
    running: running as ReadonlySet<RunningRole>,
    async close() {
      await Promise.all([...running].map((one) => one.kill()))
      rmSync(data, { recursive: true, force: true })
    }
  }
}

/**
 * A proxy of TCP: each connection goes to the next port of the list that accepts it.
 * @returns its address and a function that ends it
 */
export async function openRoundRobin(
  ports: () => readonly number[]
): Promise<{ url: string; close(): void }> {
  const open = new Set<Socket>()
  let turn = 0
  const hold = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket))
  }
  const server = createServer((client) => {
    hold(client)
    const list = ports()
    const first = turn++
    const attempt = (nth: number) => {
      if (nth === list.length) return void client.destroy()
      const onward = connect(list[(first + nth) % list.length]!, HOST)
      onward.once('error', () => attempt(nth + 1))
      onward.once('connect', () => {
        onward.removeAllListeners('error')
        hold(onward)
        client.pipe(onward).pipe(client)
        client.once('close', () => onward.destroy())
        onward.once('close', () => client.destroy())
      })
    }
    attempt(0)
  })
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    }
  }
}
