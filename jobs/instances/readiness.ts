import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { InstanceSpec } from '~/server/instances/contract'
import type { Engine } from './engine/engine'

interface Address {
  host: string
  port: number
}

/** Addresses of a service: inside its network, which only the engine's machine may reach, and by its published port. */
export interface Addresses {
  /** Null on another machine, such as a node of a Swarm or a cluster. */
  direct: Address | null
  published: Address
}

/** Milliseconds: pauses, timeout of a probe, and how long a published port must stay connected. */
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 250
const PROBE_TIMEOUT_MS = 2000
const HOLD_MS = 150

/** Whether a connection stays open for `hold` milliseconds: Docker's proxy accepts even without a service. */
function accepts({ host, port }: Address, stableMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS })
    const settle = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.on('connect', () => (stableMs > 0 ? setTimeout(() => settle(true), stableMs) : settle(true)))
    socket.on('timeout', () => settle(false))
    socket.on('error', () => settle(false))
    socket.on('close', () => resolve(false))
  })
}

function serves({ host, port }: Address, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host, port, path, timeout: PROBE_TIMEOUT_MS, headers: { Host: `${host}:${port}` } },
      (answer) => {
        answer.destroy()
        resolve((answer.statusCode ?? 500) < 500)
      }
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

const either = (...tries: Promise<boolean>[]): Promise<boolean> =>
  new Promise((resolve) => {
    for (const one of tries) one.then((ok) => ok && resolve(true))
    void Promise.all(tries).then(() => resolve(false))
  })

/**
 * One try of the challenge's own probe; false while it is not ready. Ports are tried by the address in the network of
 * instances and by the published one, and either is enough. Rejects where the engine is asked and does not answer.
 */
export function probeEndpoint(
  engine: Engine,
  instance: string,
  { readiness, readinessTarget }: Pick<InstanceSpec, 'readiness' | 'readinessTarget'>,
  { direct, published }: Addresses
): Promise<boolean> {
  const tcp = () => either(...(direct ? [accepts(direct, 0)] : []), accepts(published, HOLD_MS))
  switch (readiness) {
    case 'tcp':
      return tcp()
    case 'http':
      return either(...[direct ?? [], published].flat().map((way) => serves(way, readinessTarget)))
    case 'health':
      // An image without a HEALTHCHECK is probed by its port.
      return engine
        .inspect(instance)
        .then((found) => (found?.health == null ? tcp() : found.health === 'healthy'))
    case 'log':
      return engine
        .logs(instance, { lines: 200 })
        .then((lines) => lines.some(({ text }) => text.includes(readinessTarget)))
  }
}

/** Resolves when the service is ready; rejects only with the reason of an aborted `signal`. */
export async function untilReady(
  engine: Engine,
  instance: string,
  spec: Pick<InstanceSpec, 'readiness' | 'readinessTarget'>,
  addresses: Addresses,
  signal: AbortSignal
): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, MAX_PAUSE_MS)) {
    signal.throwIfAborted()
    if (await probeEndpoint(engine, instance, spec, addresses).catch(() => false)) return
    await pause(wait, undefined, { signal }).catch(() => {})
  }
}
