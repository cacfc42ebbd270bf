import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { InstanceSpec } from '~/server/instances/contract'
import type { Engine } from './engine/engine'

/** Where a service may answer: inside its network, and by its published port. */
export interface Ways {
  direct: { host: string; port: number }
  published: { host: string; port: number }
}

/** Milliseconds between two looks at first and at last, for one look, and for which a published port must hold. */
const SOON = 20
const LATER = 250
const LOOK = 2000
const HOLD = 150

/** Resolves true when a connection is accepted and, with `hold`, not closed for so long: Docker's proxy accepts for everybody. */
function accepts({ host, port }: Ways['direct'], hold: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: LOOK })
    const settle = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.on('connect', () => (hold > 0 ? setTimeout(() => settle(true), hold) : settle(true)))
    socket.on('timeout', () => settle(false))
    socket.on('error', () => settle(false))
    socket.on('close', () => resolve(false))
  })
}

/** Resolves true when `GET` gives a status below 500. */
function serves({ host, port }: Ways['direct'], path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host, port, path, timeout: LOOK, headers: { Host: `${host}:${port}` } },
      (answer) => {
        answer.destroy()
        resolve((answer.statusCode ?? 500) < 500)
      }
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

/** True as soon as one of them is, without waiting for the others; false when none is. */
const either = (...tries: Promise<boolean>[]): Promise<boolean> =>
  new Promise((resolve) => {
    for (const one of tries) one.then((holds) => holds && resolve(true))
    void Promise.all(tries).then(() => resolve(false))
  })

/** One look at a service. */
export function look(
  engine: Engine,
  instance: string,
  { readiness, readinessTarget }: Pick<InstanceSpec, 'readiness' | 'readinessTarget'>,
  { direct, published }: Ways
): Promise<boolean> {
  const tcp = () => either(accepts(direct, 0), accepts(published, HOLD))
  switch (readiness) {
    case 'tcp':
      return tcp()
    case 'http':
      return either(serves(direct, readinessTarget), serves(published, readinessTarget))
    case 'health':
      // Without a HEALTHCHECK of its own there is nothing better than its port.
      return engine
        .inspect(instance)
        .then((found) => (found?.health == null ? tcp() : found.health === 'healthy'))
    case 'log':
      return engine
        .logs(instance, { lines: 200 })
        .then((lines) => lines.some(({ text }) => text.includes(readinessTarget)))
  }
}

/** Resolves when the service is ready; rejects only when `signal` is aborted, with its reason. */
export async function untilReady(
  engine: Engine,
  instance: string,
  spec: Pick<InstanceSpec, 'readiness' | 'readinessTarget'>,
  ways: Ways,
  signal: AbortSignal
): Promise<void> {
  for (let wait = SOON; ; wait = Math.min(wait * 1.5, LATER)) {
    signal.throwIfAborted()
    if (await look(engine, instance, spec, ways).catch(() => false)) return
    await pause(wait, undefined, { signal }).catch(() => {})
  }
}
