import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { engineHost, isOnlyHere, isSocket, type ServedEngine } from '~/server/engines'
import type { EngineKeys, EngineKind } from '~/server/engines/contract'
import type { Env } from '~/server/platform/env'

/** Sockets of Docker, rootless Docker, Docker Desktop and Podman. */
const SOCKETS = [
  '/var/run/docker.sock',
  process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, 'docker.sock'),
  join(homedir(), '.docker/run/docker.sock'),
  '/run/podman/podman.sock'
].filter((path): path is string => Boolean(path))

/** DOCKER_HOST, else the first of the usual sockets that exists; null without one. */
export function engineAddress({ DOCKER_HOST }: Pick<Env, 'DOCKER_HOST'>): string | null {
  if (DOCKER_HOST === 'none') return null
  if (DOCKER_HOST) return DOCKER_HOST
  const socket = SOCKETS.find((path) => existsSync(path))
  return socket ? `unix://${socket}` : null
}

/** An engine's address, and how it is used. */
export interface Connection {
  kind: EngineKind
  /** The address in the form of DOCKER_HOST. */
  address: string
  /** The namespace for instances of a cluster; null for other engines. */
  namespace: string | null
  /** Certificates to show and to check, or a token; `environment`: those of DOCKER_CERT_PATH; null: none. */
  keys: EngineKeys | 'environment' | null
  /** Address of the engine's machine at which ports are published; the nodes of a Swarm or a cluster have their own. */
  bind: string
  /** Name or address by which players reach them; the nodes of a Swarm or a cluster have their own. */
  entry: string
  /** Most resources of all instances together; null: no setting. `cpu`: tenths of a core. */
  most: { memoryMb: number | null; cpu: number | null; places: number | null }
  /** The revision of the row that was read; null for the environment's engine, which nobody changes. */
  revision: number | null
}

type Published = Pick<Env, 'INSTANCE_BIND' | 'INSTANCE_ENTRY' | 'INSTANCE_PUBLIC_ENTRY' | 'PUBLIC_URL'>

/** The host that players reach published ports by. */
const publicEntry = ({ INSTANCE_PUBLIC_ENTRY, PUBLIC_URL }: Published): string =>
  INSTANCE_PUBLIC_ENTRY ?? (PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost')

const mostOf = ({ INSTANCE_MEMORY, INSTANCE_CPU, INSTANCE_PLACES }: Env) => ({
  memoryMb: INSTANCE_MEMORY ?? null,
  cpu: INSTANCE_CPU === undefined ? null : Math.floor(INSTANCE_CPU * 10),
  places: INSTANCE_PLACES ?? null
})

/** The engine of the environment. Ports are published towards everybody, unless players come through the platform. */
export function ofEnvironment(env: Env, address: string): Connection {
  const { INSTANCE_BIND, INSTANCE_ENTRY, DOCKER_HOST } = env
  const tunnels = DOCKER_HOST && isSocket(DOCKER_HOST) ? engineHost(DOCKER_HOST) : '127.0.0.1'
  return {
    ...{
      kind: 'docker',
      address,
      namespace: null,
      keys: 'environment',
      entry: publicEntry(env),
      most: mostOf(env),
      revision: null
    },
    bind: INSTANCE_BIND ?? (INSTANCE_ENTRY === 'port' ? '0.0.0.0' : tunnels)
  }
}

/** An engine of an administrator. INSTANCE_BIND and the limits of the environment are for its own engine. */
export function ofAdministrator(env: Env, engine: ServedEngine, keys: EngineKeys | null): Connection {
  const { kind, address, namespace, bind, entry, most, revision } = engine
  const host = engineHost(address)
  return {
    ...{ kind, address, namespace, keys, most, revision },
    bind: bind ?? (env.INSTANCE_ENTRY === 'port' ? '0.0.0.0' : host),
    entry: entry ?? (isOnlyHere(address) ? publicEntry(env) : isIPv6(host) ? `[${host}]` : host)
  }
}
