import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answersEngine, callEngine, EngineRefusal } from '~/scripts/lib/engine/api.mjs'
import { makeImage } from '~/scripts/lib/engine/image.mjs'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { run } from '~/scripts/lib/processes/run.mjs'

const HOST = '127.0.0.1'
const pause = promisify(setTimeout)

/** For `describe.skipIf(!hasEngine)`. */
export const hasEngine = Boolean(process.env.TEST_DOCKER_HOST)

/** True if the engine belongs to the tests, in a network namespace with them. */
export const ownsEngine = Boolean(process.env.TEST_DOCKER_PID_FILE)

const need = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`)
  return value
}

/** An address in the form of DOCKER_HOST. */
export const dockerHost = (): string => need('TEST_DOCKER_HOST')

/** An image that every engine of the tests has: a web server on port 80 that replies `ready`. */
export const testImage = (): string => need('TEST_IMAGE')

interface CallOptions {
  json?: unknown
  headers?: Record<string, string>
  /** The reply is a progress stream, as of a push; it becomes an array. */
  stream?: boolean
  timeoutMs?: number
}

export const docker = <T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<T> =>
  callEngine(dockerHost(), method, path, options) as Promise<T>

const orNull = (error: unknown): null => {
  if (error instanceof EngineRefusal && error.status === 404) return null
  throw error
}

export interface Inspected {
  Id: string
  Name: string
  Image: string
  Created: string
  State: {
    Status: string
    Running: boolean
    Paused: boolean
    OOMKilled: boolean
    ExitCode: number
    Pid: number
    StartedAt: string
    Health?: { Status: string }
  }
  Config: { Env: string[]; Labels: Record<string, string>; User: string; Image: string }
  HostConfig: Record<string, unknown>
  Mounts: { Type: string; Name?: string; Destination: string }[]
  NetworkSettings: {
    IPAddress: string
    Ports: Record<string, { HostIp: string; HostPort: string }[] | null>
    Networks: Record<string, { IPAddress: string; Gateway: string; NetworkID: string }>
  }
}

/** A container by id or name; null when there is none. */
export const inspect = (container: string): Promise<Inspected | null> =>
  docker<Inspected>('GET', `/containers/${container}/json`).catch(orNull)

const filtered = (path: string, label: string[], more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...more, filters: JSON.stringify({ label }) })
  return `${path}?${query}`
}

export interface Listed {
  Id: string
  Names: string[]
  Image: string
  State: string
  Labels: Record<string, string>
}

/** Containers, running or not, that have all these labels (`name` or `name=value`). */
export const containersWith = (...labels: string[]): Promise<Listed[]> =>
  docker('GET', filtered('/containers/json', labels, { all: '1' }))

interface Labelled {
  Id: string
  Name: string
  Labels: Record<string, string> | null
}

export const networksWith = (...labels: string[]): Promise<Labelled[]> =>
  docker('GET', filtered('/networks', labels))

export const volumesWith = async (...labels: string[]): Promise<Omit<Labelled, 'Id'>[]> =>
  (await docker<{ Volumes: Labelled[] | null }>('GET', filtered('/volumes', labels))).Volumes ?? []

interface Of {
  install?: string
  instance?: string
}

const labelsOf = (of: Of): string[] =>
  Object.entries(of).map(([name, value]) => `halyard.${name}=${value as string}`)

export const containersOf = (of: Of): Promise<Listed[]> => containersWith(...labelsOf(of))

/** How many containers, networks and volumes an install or an instance has. */
export async function objectsOf(of: Of): Promise<{ containers: number; networks: number; volumes: number }> {
  const labels = labelsOf(of)
  const [containers, networks, volumes] = await Promise.all([
    containersWith(...labels),
    networksWith(...labels),
    volumesWith(...labels)
  ])
  return { containers: containers.length, networks: networks.length, volumes: volumes.length }
}

export async function removeAll(...labels: string[]): Promise<void> {
  for (const { Id } of await containersWith(...labels))
    await docker('DELETE', `/containers/${Id}?force=1&v=1`).catch(orNull)
  for (const { Id } of await networksWith(...labels)) await docker('DELETE', `/networks/${Id}`).catch(orNull)
  for (const { Name } of await volumesWith(...labels))
    await docker('DELETE', `/volumes/${Name}?force=1`).catch(orNull)
}

/** Runs a command in a running container; returns its exit code and output. */
export async function execute(
  container: string,
  command: string[],
  user = ''
): Promise<{ code: number; output: string }> {
  const { Id } = await docker<{ Id: string }>('POST', `/containers/${container}/exec`, {
    json: { Cmd: command, User: user, AttachStdout: true, AttachStderr: true, Tty: true }
  })
  const output = await docker('POST', `/exec/${Id}/start`, { json: { Detach: false, Tty: true } })
  const { ExitCode } = await docker<{ ExitCode: number }>('GET', `/exec/${Id}/json`)
  return { code: ExitCode, output: String(output) }
}

export interface ImageOptions {
  /** Program and arguments; by default the web server of `testImage`. */
  cmd?: string[]
  env?: Record<string, string>
  /** A user such as `1000`, the number of the user `player`. */
  user?: string
  /** A shell command that runs each second; three failures make the container unhealthy. */
  healthcheck?: string
  /** Contents by absolute path; all of them executable. */
  files?: Record<string, string>
  expose?: number[]
  /** More lines of a Dockerfile, such as `VOLUME /data`. */
  changes?: string[]
}

const SERVE = ['/bin/httpd', '-f', '-p', '80', '-h', '/www']

/** Makes an image of busybox (`name:tag`), without a registry. Returns its reference, for `removeImage`. */
export async function imageOf(reference: string, options: ImageOptions = {}): Promise<string> {
  const { cmd = SERVE, env = {}, user, healthcheck, files = {}, expose = [80], changes = [] } = options
  const lines = [
    `CMD ${JSON.stringify(cmd)}`,
    ...Object.entries(env).map(([name, value]) => `ENV ${name}=${JSON.stringify(value)}`),
    ...expose.map((port) => `EXPOSE ${port}`),
    ...changes
  ]
  if (user) lines.push(`USER ${user}`)
  if (healthcheck) lines.push(`HEALTHCHECK --interval=1s --timeout=1s --retries=3 CMD ${healthcheck}`)
  await makeImage(dockerHost(), reference, { changes: lines, files })
  return reference
}

/** Removes an image, also one in use; a missing one is no error. */
export const removeImage = (reference: string): Promise<unknown> =>
  docker('DELETE', `/images/${reference}?force=1`).catch(orNull)

export interface Registry {
  /** `127.0.0.1:port`, for references and its HTTP API. */
  host: string
  /** Copies an image of the engine into the registry under `name:tag`. Returns reference and digest there. */
  push(image: string, name: string): Promise<{ reference: string; digest: string }>
  /** Ends it and deletes its images. */
  stop(): Promise<void>
  /** Restarts it with its images. */
  restart(): Promise<void>
}

/** A login as the engine takes it: base64 for addresses, padded. */
export function registryAuth(serveraddress: string, account: { username: string; password: string }) {
  const text = Buffer.from(JSON.stringify({ ...account, serveraddress })).toString('base64')
  return { 'X-Registry-Auth': text.replaceAll('+', '-').replaceAll('/', '_') }
}

/** Writes a registry's configuration; returns its path. */
export async function configureRegistry(
  folder: string,
  host: string,
  account: { username: string; password: string } | null
) {
  const lines = [
    'version: 0.1',
    'log: { level: error }',
    `storage: { filesystem: { rootdirectory: "${folder}/content" }, delete: { enabled: true } }`,
    `http: { addr: "${host}", secret: tests }`
  ]
  if (account) {
    const { code, tail } = await run('htpasswd', ['-Bbn', account.username, account.password])
    if (code !== 0) throw new Error(`htpasswd: ${tail.join(' ')}`)
    writeFileSync(join(folder, 'users'), `${tail[0]}\n`)
    lines.push(`auth: { htpasswd: { realm: tests, path: "${folder}/users" } }`)
  }
  const path = join(folder, 'config.yml')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** Starts Debian's registry on a free port of 127.0.0.1; with an account it requires that login. */
export async function startRegistry(
  account: { username: string; password: string } | null = null
): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-registry-'))
  const host = `${HOST}:${await freePort(HOST)}`
  const config = await configureRegistry(folder, host, account)
  let child: ChildProcess | null = null
  const end = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const begin = async () => {
    const started = spawn('docker-registry', ['serve', config], { stdio: 'ignore' })
    child = started
    for (let tries = 0; tries < 200; tries++) {
      if (started.exitCode !== null) break
      const answer = await fetch(`http://${host}/v2/`).catch(() => null)
      if (answer) return
      await pause(50)
    }
    throw new Error('The registry did not come up')
  }
  await begin()
  const headers = registryAuth(host, account ?? { username: '', password: '' })
  return {
    host,
    async push(image, name) {
      const [repository = name, tag = 'latest'] = name.split(':')
      const repo = `${host}/${repository}`
      await docker('POST', `/images/${image}/tag?${new URLSearchParams({ repo, tag })}`)
      const values = await docker<{ aux?: { Digest?: string } }[]>(
        'POST',
        `/images/${repo}/push?${new URLSearchParams({ tag })}`,
        { headers, stream: true, timeoutMs: 60_000 }
      )
      const digest = values.find((value) => value.aux?.Digest)?.aux?.Digest
      if (!digest) throw new Error('The push told of no digest')
      await removeImage(`${repo}:${tag}`)
      return { reference: `${repo}:${tag}`, digest }
    },
    async restart() {
      await end()
      await begin()
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Kills the tests' own engine, which restarts by itself. Resolves when it replies again. */
export async function killEngine(): Promise<void> {
  const pid = () => Number(readFileSync(need('TEST_DOCKER_PID_FILE'), 'utf8'))
  const killed = pid()
  process.kill(killed, 'SIGKILL')
  for (let tries = 0; tries < 600; tries++) {
    await pause(100)
    if (pid() !== killed && (await answersEngine(dockerHost()))) return
  }
  throw new Error('The engine did not come back')
}
