import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { migrations } from '~/server/migrations'
import { SECRET } from '../processes/program'
import { until } from '../until'
import { runDocker } from './base-image'
import { dockerHost, inspect } from './engine'
import { BASES, buildImage, IMAGE } from './halyard-image'
import { COMPOSE, importStores } from './store-images'

const run = promisify(execFile)
const docker = (...args: string[]) => runDocker(dockerHost(), ...args)
const lines = (text: string) => text.split('\n').filter(Boolean)

/** Longest wait for something to start or stop, in milliseconds. */
export const STARTING = 120_000

/** Halyard as one of the files that the guide deploys; see docs/deploying.md. */
export interface Deployment {
  url: string
  /** The address over TLS; null: a proxy provides it. */
  secure: string | null
  /** Does what the guide says. @returns the administrator's password */
  start(): Promise<string>
  /** Ids of the containers of a service that run. */
  running(service: string): Promise<string[]>
  /** More processes than it starts with. */
  grown: Record<string, number>
  scale(counts: Record<string, number>): Promise<unknown>
  /** Does what the guide says to back up and restore. @param file on this machine */
  backup(file: string): Promise<unknown>
  restore(file: string): Promise<unknown>
  /** Starts new processes of scoring, and migrate after them, as an update does. @returns whether it was not taken back */
  update(): Promise<boolean>
  /** Ends what can be ended and started again. @returns exit codes */
  stop(): Promise<string[]>
  resume(): Promise<unknown>
  /** Removes everything. */
  close(): Promise<void>
}

/** Makes the images that the deployments name, without a registry. */
export async function openImages(): Promise<void> {
  await importStores(dockerHost())
  await buildImage()
  await docker('tag', BASES.base, 'node:22-bookworm-slim')
}

/** Ends a container's first process, as a crash would: what the engine itself is told to kill is not started again. */
export async function crash(container: string): Promise<void> {
  process.kill((await inspect(container))!.State.Pid, 'SIGKILL')
}

/** Halts Halyard in a container, which its init process outlives, as an endless loop would. */
export async function hang(container: string): Promise<void> {
  const { Pid } = (await inspect(container))!.State
  const [child] = readFileSync(`/proc/${Pid}/task/${Pid}/children`, 'utf8').split(' ')
  process.kill(Number(child), 'SIGSTOP')
}

/** Takes the last migration back, as if the next version had brought it. @param postgres its container */
export async function makeOlder(postgres: string): Promise<void> {
  const { name, down } = migrations.at(-1)!
  const sql = `${down}; DELETE FROM migrations WHERE name = '${name}'`
  await docker('exec', postgres, 'psql', '-v', 'ON_ERROR_STOP=1', '-U', 'halyard', '-d', 'halyard', '-c', sql)
}

/** Runs a line of a guide that redirects files. */
const shell = (line: string) =>
  run('sh', ['-c', line], { env: { ...process.env, DOCKER_HOST: dockerHost() }, maxBuffer: 50_000_000 })

/** Exit codes of the containers that end meanwhile. */
async function exitCodes(stop: () => Promise<unknown>): Promise<string[]> {
  const since = String(Date.now() / 1000)
  await stop()
  const span = ['--since', since, '--until', String(Date.now() / 1000)]
  return lines(
    await docker('events', ...span, '--filter', 'event=die', '--format', '{{.Actor.Attributes.exitCode}}')
  )
}

/** compose.yaml with Caddy, as docs/deploying.md#compose says. @param folder for its settings */
export function composeIn(folder: string): Deployment {
  const password = 'raise every anchor 1'
  const settings = {
    HALYARD_SECRET: SECRET,
    POSTGRES_PASSWORD: 'ab'.repeat(16),
    HALYARD_ADMIN_PASSWORD: password,
    PUBLIC_URL: 'https://localhost',
    HALYARD_DOMAIN: 'localhost'
  }
  const [env, packages] = [join(folder, 'env'), join(folder, 'packages.yaml')]
  const files = ['--env-file', env, '-f', 'compose.yaml', '-f', packages]
  const compose = async (...args: string[]): Promise<string> => {
    const own = { ...process.env, DOCKER_HOST: dockerHost(), DOCKER_BUILDKIT: '0' }
    const done = run(COMPOSE, [...files, '--profile', 'tls', ...args], { env: own, maxBuffer: 50_000_000 })
    const { stdout } = await done.catch(async ({ stderr }) => {
      const logs = args[0] === 'logs' ? '' : await compose('logs', '--tail', '10')
      throw new Error(`docker compose ${args.join(' ')}:\n${stderr.slice(-2000)}\n${logs}`)
    })
    return stdout.trim()
  }
  const set = (more: Record<string, string> = {}) =>
    writeFileSync(
      env,
      Object.entries({ ...settings, ...more })
        .map((pair) => `${pair.join('=')}\n`)
        .join('')
    )
  const running = async (service: string) => lines(await compose('ps', '-q', service))
  return {
    ...{ url: 'http://127.0.0.1:8080', secure: 'https://localhost', running, grown: { web: 2, scoring: 2 } },
    async start() {
      set()
      const ours = ['migrate', 'scoring', 'web', 'jobs'].map((name) => [name, { env_file: [env] }])
      const services = Object.fromEntries(ours)
      services.migrate.build = { args: { PREPARED: BASES.prepared } }
      writeFileSync(packages, stringify({ services }))
      await compose('up', '-d', '--build')
      return password
    },
    scale(counts) {
      set(Number(counts.web) > 1 ? { HALYARD_PORT: '127.0.0.1:' } : {})
      return compose('up', '-d', ...Object.entries(counts).flatMap((pair) => ['--scale', pair.join('=')]))
    },
    backup: (file) =>
      shell(`${[COMPOSE, ...files].join(' ')} exec -T jobs node scripts/role.mjs backup - >${file}`),
    async restore(file) {
      await compose('stop', 'web', 'scoring', 'jobs')
      const command = 'run --rm --no-deps -T jobs restore - --replace'
      await shell(`${[COMPOSE, ...files].join(' ')} ${command} <${file}`)
      await compose('up', '-d')
    },
    async update() {
      await compose('up', '-d', '--force-recreate')
      return true
    },
    stop: () => exitCodes(() => compose('stop')),
    resume: () => compose('up', '-d'),
    async close() {
      await compose('down', '-v', '--remove-orphans')
    }
  }
}

/**
 * deploy/swarm.yaml on one node, as docs/deploying.md#docker-swarm says. Only web differs: kernels of tests may have no
 * IPVS, which Swarm's published ports and virtual addresses need, so it has one task with a port of the node.
 */
export function stackIn(folder: string): Deployment {
  const [file, port, name] = [join(folder, 'stack.yaml'), 8088, 'halyard']
  const running = async (service: string) => {
    const filter = ['--filter', `label=com.docker.swarm.service.name=${name}_${service}`]
    return lines(await docker('ps', '-q', ...filter))
  }
  const scale = async (counts: Record<string, number>) => {
    const all = Object.entries(counts)
    // Detached: otherwise it would wait for half a minute, in which an update might be rolled back.
    await docker('service', 'scale', '--detach', ...all.map(([one, count]) => `${name}_${one}=${count}`))
    for (const [one, count] of all) await until(async () => (await running(one)).length === count, STARTING)
  }
  const secret = async (key: string, value: string) => {
    writeFileSync(join(folder, key), value)
    await docker('secret', 'create', key, join(folder, key))
  }
  const remove = async () => {
    // A network is in use until its last task is gone.
    await until(async () => {
      await docker('stack', 'rm', name)
      return true
    }, STARTING)
    const ofStack = ['--filter', `label=com.docker.stack.namespace=${name}`]
    await until(async () => (await docker('ps', '-aq', ...ofStack)) === '', STARTING)
    for (const volume of lines(await docker('volume', 'ls', '-q', ...ofStack)))
      await docker('volume', 'rm', volume)
    await docker('swarm', 'leave', '--force')
    await docker('network', 'rm', 'docker_gwbridge')
  }
  /** Runs a command in the console, as docs/deploying.md#docker-swarm says. */
  const inConsole = async (command: string) => {
    await scale({ console: 1 })
    const [id] = await running('console')
    await shell(`docker exec -i ${id} node scripts/role.mjs ${command}`)
    await scale({ console: 0 })
  }
  const update = async (service: string) =>
    docker('service', 'update', '--detach', '--force', `${name}_${service}`)
  /** The password that migrate printed; null before. */
  const password = async () => {
    const logs = await docker('service', 'logs', '--raw', `${name}_migrate`)
    return /"password":"([^"]+)"/.exec(logs)?.[1]
  }
  return {
    ...{ url: `http://127.0.0.1:${port}`, secure: null, running, grown: { scoring: 3, jobs: 3 }, scale },
    async start() {
      const stack = parse(readFileSync('deploy/swarm.yaml', 'utf8'), { merge: true })
      stack.services.web.ports = [{ target: 8080, published: port, mode: 'host' }]
      Object.assign(stack.services.web.deploy, { endpoint_mode: 'dnsrr', replicas: 1 })
      writeFileSync(file, stringify(stack))
      await docker('tag', IMAGE, 'halyard:latest')
      // Left by the first try of a test that is run again.
      if ((await docker('info', '--format', '{{.Swarm.LocalNodeState}}')) === 'active') await remove()
      await docker('swarm', 'init', '--advertise-addr', '127.0.0.1', '--listen-addr', '127.0.0.1')
      await secret('halyard_secret', SECRET)
      await secret('halyard_postgres_password', 'cd'.repeat(16))
      await secret('halyard_database_url', `postgres://halyard:${'cd'.repeat(16)}@postgres:5432/halyard`)
      const node = await docker('info', '--format', '{{.Swarm.NodeID}}')
      await docker('node', 'update', '--label-add', 'halyard.stores=true', node)
      await docker('stack', 'deploy', '--resolve-image', 'never', '-c', file, name)
      return until(password, STARTING).catch(async (error) => {
        const tasks = await docker(
          'stack',
          'ps',
          '--no-trunc',
          '--format',
          '{{.Name}} {{.CurrentState}} {{.Error}}',
          name
        )
        throw new Error(tasks, { cause: error })
      })
    },
    backup: (file) => inConsole(`backup - >${file}`),
    async restore(to) {
      await scale({ web: 0, scoring: 0, jobs: 0 })
      await inConsole(`restore - --replace <${to}`)
      await scale({ web: 1, scoring: 2, jobs: 2 })
    },
    async update() {
      const waits = async () => {
        const { stderr } = await shell(`docker service logs ${name}_scoring`)
        return stderr.split('Waiting for the role').length
      }
      const before = await waits()
      await update('scoring')
      await until(async () => (await waits()) > before, STARTING)
      await update('migrate')
      const state = ['service', 'inspect', '-f', '{{.UpdateStatus.State}}', `${name}_scoring`]
      await until(async () => (await docker(...state)) !== 'updating', 2 * STARTING)
      return (await docker(...state)) === 'completed'
    },
    stop: () => exitCodes(() => scale({ web: 0, scoring: 0, jobs: 0 })),
    resume: () => scale({ web: 1, scoring: 2, jobs: 2 }),
    close: remove
  }
}
