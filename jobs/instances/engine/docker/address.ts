import { readFileSync } from 'node:fs'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type Docker from 'dockerode'
import type { EngineKeys } from '~/server/engines/contract'
import { EngineError } from '../engine'

/** Milliseconds of idle time; a connection that a middlebox dropped would cost the next call its deadline. */
const IDLE_MS = 4_000

const TLS_PORT = '2376'

/** Where an engine listens. All members are set, because dockerode takes absent ones from the environment. */
export interface EngineEndpoint {
  protocol: 'http' | 'https'
  socketPath: string | undefined
  host: string | undefined
  port: string | undefined
}

/**
 * `unix:///path`, `unix://a.b.c.d/path`, `tcp://host:port`, `http://…` or `https://…`. `tcp` uses TLS on port
 * 2376 and with DOCKER_TLS_VERIFY. Throws EngineError `failed` for others.
 */
export function readAddress(
  address: string,
  env: Record<string, string | undefined> = process.env
): EngineEndpoint {
  const socket = /^unix:\/\/(?:\d{1,3}(?:\.\d{1,3}){3})?(\/.+)$/.exec(address)
  if (socket) {
    return {
      protocol: 'http',
      socketPath: socket[1],
      host: undefined,
      port: undefined
    }
  }
  const parts = /^(tcp|http|https):\/\/(\[[0-9a-fA-F:.]+\]|[^\s/:@?#]+)(?::(\d{1,5}))?\/?$/.exec(address)
  if (!parts) throw new EngineError('failed', `${address} is not the address of an engine`)
  const [, scheme, name, given] = parts
  const tls =
    scheme === 'https' || (scheme === 'tcp' && (given === TLS_PORT || env.DOCKER_TLS_VERIFY === '1'))
  return {
    protocol: tls ? 'https' : 'http',
    socketPath: undefined,
    host: name!.replace(/^\[|\]$/g, ''),
    port: given ?? (tls ? TLS_PORT : scheme === 'tcp' ? '2375' : '80')
  }
}

/** The key files of the folder DOCKER_CERT_PATH, as the Docker client reads them. */
function filesOf(env: Record<string, string | undefined>) {
  const folder = env.DOCKER_CERT_PATH
  if (!folder) return NO_KEYS
  const read = (name: string) => readFileSync(join(folder, name))
  return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') }
}

type Dialer = Docker['modem']

/** With certificates, an engine in the network speaks TLS on any port. */
function placeOf(address: string, keys: DialerKeys): EngineEndpoint {
  if (keys === 'environment') return readAddress(address)
  return readAddress(address, keys ? { DOCKER_TLS_VERIFY: '1' } : {})
}

const NO_KEYS = { ca: undefined, cert: undefined, key: undefined }

/** `environment`: as the Docker client finds them; null: none. */
export type DialerKeys = EngineKeys | 'environment' | null

/** Loaded with the first engine: it brings SSH and gRPC, which take 12 MiB and are useless without one. */
const loadDocker = (): typeof Docker => createRequire(import.meta.url)('dockerode')

/** Makes calls over kept connections; `close` ends them. */
export function createDialer(address: string, given: DialerKeys): { dialer: Dialer; close(): void } {
  const place = placeOf(address, given)
  const kept = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' as const }
  const agent = place.protocol === 'https' ? new HttpsAgent(kept) : new HttpAgent(kept)
  // Before each call, dockerode prints the agent with all connections for a debugger: a tenth of a second.
  Object.defineProperty(agent, inspect.custom, { value: () => '[Agent]' })
  const found = given === 'environment' ? filesOf(process.env) : (given ?? NO_KEYS)
  const keys = place.protocol === 'https' ? found : NO_KEYS
  // The agent is an option of the transport, which the types of dockerode leave out.
  const options = { ...place, ...keys, agent, timeout: undefined }
  const { modem } = new (loadDocker())(options)
  return { dialer: modem, close: () => agent.destroy() }
}
