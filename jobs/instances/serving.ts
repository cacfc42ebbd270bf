import type { ServedEngine } from '~/server/engines'
import { ofAdministrator } from './connection'
import { type EngineNeeds, type EngineWorker, openEngine } from './engine-worker'
import type { Guard } from './guard/guard'
import { repeat } from './repeat'

/** Milliseconds between two looks at what there is to serve, and seconds until others take over from a process that is gone. */
const LOOK_MS = 2000
const SERVE_SECONDS = 15
/** Milliseconds without an answer after which an engine is left to a process that may reach it, and for how long. */
const PATIENCE_MS = 60_000
const AWAY_MS = 10_000

/** An engine of an administrator that this process serves. */
interface Served {
  revision: number
  worker: EngineWorker
  /** When it last answered this process, or was opened. */
  answeredAt: number
}

/** The engines of administrators that this process serves; each has one process at a time. */
export interface Serving {
  workers(): EngineWorker[]
  /** Takes engines and gives them back, until `signal` is aborted. */
  start(signal: AbortSignal): void
  /** Leaves all to other processes, after waiting for what is under way. */
  close(): Promise<void>
}

/** `except`: engines that this process works with already. */
export function createServing(
  needs: EngineNeeds,
  owner: string,
  guardOf: (address: string) => Promise<Guard>,
  except: () => number[]
): Serving {
  const { services, env, log } = needs
  const { work } = services.engines
  const served = new Map<number, Served>()
  /** Engines that others are given a moment to take, by when that ends. */
  const left = new Map<number, number>()
  const openings = new Map<number, Promise<void>>()
  const closings = new Set<Promise<void>>()
  let opened = 0
  let closed = false

  const open = async (engine: ServedEngine): Promise<EngineWorker> => {
    const { id, address } = engine
    const connection = ofAdministrator(env, engine, await work.keys(id))
    // Another connection's leases are another owner's: what it had begun must not be taken for this one's.
    const named = `${owner}:${++opened}`
    return openEngine(needs, {
      ...{ connection, engineId: id, owner: named, guard: await guardOf(address), register: null }
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

  /** It may be only this process that has no way to it. */
  const leaveSilent = () => {
    const now = performance.now()
    for (const [id, engine] of served) {
      if (engine.worker.up) engine.answeredAt = now
      if (now - engine.answeredAt < PATIENCE_MS) continue
      left.set(id, now + AWAY_MS)
      close(id, () => work.leave(id, owner))
    }
    for (const [id, until] of left) if (until < now) left.delete(id)
  }

  /** An engine that hangs is opened for a while; the others must not lose their leases meanwhile. */
  const begin = (engine: ServedEngine): void => {
    const { id, revision } = engine
    const opening = open(engine)
      .then((worker) => void served.set(id, { revision, worker, answeredAt: performance.now() }))
      .catch((error: Error) => work.lost(id, new Date(), error.message))
      .catch((error: Error) => log.warn({ engine: id, err: error.message }, 'engine_not_looked_after'))
      .finally(() => openings.delete(id))
    openings.set(id, opening)
  }

  const look = async (): Promise<void> => {
    leaveSilent()
    const now = await work.serve(owner, SERVE_SECONDS, [...except(), ...left.keys()])
    const current = new Map(now.map((engine) => [engine.id, engine]))
    for (const [id, { revision }] of served) if (current.get(id)?.revision !== revision) close(id)
    if (closed) return
    for (const engine of now) if (!served.has(engine.id) && !openings.has(engine.id)) begin(engine)
  }

  return {
    workers: () => [...served.values()].map(({ worker }) => worker),
    start: (signal) => repeat(LOOK_MS, { signal, log }, look),
    async close() {
      closed = true
      await Promise.all(openings.values())
      for (const id of [...served.keys()]) close(id, () => work.leave(id, owner))
      await Promise.all(closings)
    }
  }
}
