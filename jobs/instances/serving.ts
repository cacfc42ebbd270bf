import type { ServedEngine } from '~/server/engines'
import { ofAdministrator } from './connection'
import { type EngineNeeds, type EngineWorker, openEngine } from './engine-worker'
import type { Guard } from './guard/guard'
import { repeat } from './repeat'

/** Milliseconds between two polls for engines, and seconds after which other processes take over those of a killed one. */
const POLL_MS = 2000
const SERVE_SECONDS = 15
/** Milliseconds without a response after which an engine is left to other processes, and for how long. */
const RESPONSE_TIMEOUT_MS = 60_000
const AWAY_MS = 10_000

/** An engine of an administrator that this process serves. */
interface Served {
  revision: number
  worker: EngineWorker
  /** When it last answered this process, or was opened. */
  answeredAt: number
}

/** The engines of administrators that this process serves; each has one process at a time. */
interface Serving {
  workers(): EngineWorker[]
  /** Serves engines and leaves those that do not respond, until `signal` is aborted. */
  start(signal: AbortSignal): void
  /** Leaves all to other processes, after waiting for what runs. */
  close(): Promise<void>
}

/** `except`: ids of engines that this process works with already. */
export function createServing(
  needs: EngineNeeds,
  owner: string,
  guardOf: (address: string) => Promise<Guard>,
  except: () => number[]
): Serving {
  const { services, env, log } = needs
  const { work } = services.engines
  const served = new Map<number, Served>()
  /** Engines that only others may serve now, by when that ends. */
  const left = new Map<number, number>()
  const openings = new Map<number, Promise<void>>()
  const closings = new Set<Promise<void>>()
  let opened = 0
  let closed = false

  const open = async (engine: ServedEngine): Promise<EngineWorker> => {
    const { id, address } = engine
    const connection = ofAdministrator(env, engine, await work.keys(id))
    // Each connection owns its leases: one must not continue what the one before began.
    const named = `${owner}:${++opened}`
    return openEngine(needs, {
      ...{ connection, engineId: id, owner: named, guard: await guardOf(address) }
    })
  }

  const close = (id: number, then: () => Promise<void> = async () => {}): void => {
    const engine = served.get(id)
    if (!engine) return
    served.delete(id)
    const closing = engine.worker
      .close()
      .then(then)
      .catch((error: Error) => log.warn({ engine: id, err: error.message }, 'engine_not_looked_after'))
      .finally(() => closings.delete(closing))
    closings.add(closing)
  }

  /** Leaves engines that do not respond: perhaps only this process cannot reach them. */
  const leaveSilent = () => {
    const now = performance.now()
    for (const [id, engine] of served) {
      if (engine.worker.up) engine.answeredAt = now
      if (now - engine.answeredAt < RESPONSE_TIMEOUT_MS) continue
      left.set(id, now + AWAY_MS)
      close(id, () => work.leave(id, owner))
    }
    for (const [id, until] of left) if (until < now) left.delete(id)
  }

  /** Does not wait: to open an engine that hangs takes long, and the others must not lose their leases meanwhile. */
  const begin = (engine: ServedEngine): void => {
    const { id, revision } = engine
    const opening = open(engine)
      .then((worker) => void served.set(id, { revision, worker, answeredAt: performance.now() }))
      .catch((error: Error) => work.lost(id, new Date(), error.message))
      .catch((error: Error) => log.warn({ engine: id, err: error.message }, 'engine_not_looked_after'))
      .finally(() => openings.delete(id))
    openings.set(id, opening)
  }

  const poll = async (): Promise<void> => {
    leaveSilent()
    const now = await work.serve(owner, SERVE_SECONDS, [...except(), ...left.keys()])
    const current = new Map(now.map((engine) => [engine.id, engine]))
    for (const [id, { revision }] of served) if (current.get(id)?.revision !== revision) close(id)
    if (closed) return
    for (const engine of now) if (!served.has(engine.id) && !openings.has(engine.id)) begin(engine)
  }

  return {
    workers: () => [...served.values()].map(({ worker }) => worker),
    start: (signal) => repeat(POLL_MS, { signal, log }, poll),
    async close() {
      closed = true
      await Promise.all(openings.values())
      for (const id of [...served.keys()]) close(id, () => work.leave(id, owner))
      await Promise.all(closings)
    }
  }
}
