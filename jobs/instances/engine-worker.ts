import { answerQuestions } from '~/server/instances'
import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { Services } from '~/server/services'
import type { Connection } from './connection'
import type { Context } from './context'
import { Dispatcher } from './dispatcher'
import { createEngine } from './engine'
import { EngineError } from './engine/engine'
import { followEvents } from './engine-events'
import { createHeartbeat, isUntested, testIfDue } from './engine-health'
import { answerEngineQuestion } from './engine-questions'
import type { Guard } from './guard/guard'
import { reconcileEngine, sweepDisks } from './reconcile'
import { RefusedPlaces } from './refused-places'
import { repeat, singleFlight } from './repeat'

const HEARTBEAT_MS = 5000

export interface EngineNeeds {
  services: Services
  redis: Redis
  env: Env
  log: Log
  /** Milliseconds between two heartbeats, and without a response until the engine is down. */
  heartbeat?: { every: number; downAfter: number }
}

/** Everything that a process does with one engine, until it is closed. */
export interface EngineWorker {
  readonly engineId: number
  /** Whether the engine answers this process. */
  readonly up: boolean
  /** Polls for work. */
  scan(): void
  /** Makes rows and engine agree, and ends what exceeds its disk limit; a call meanwhile waits for that one. */
  tidy(): Promise<void>
  /** Puts the rules back that a reload of the machine's firewall removed. */
  installGuard(): Promise<void>
  /** Tests the engine when that is due; a call during a test waits for that one. */
  selfTest(): Promise<void>
  /** Whether starts wait for the first self-test. */
  untested(): Promise<boolean>
  /** Claims no more work, and waits for what runs. */
  close(): Promise<void>
}

interface Opening {
  connection: Connection
  /** Of its row; for one of the environment that may become another, after its row was deleted. */
  engineId: number
  /** Names this process in leases of this engine. */
  owner: string
  guard: Guard
  /** Registers it again when its row is gone; null when another process works with it. Absent: the process watches the row itself. */
  register?: () => Promise<number | null>
  /** Another process works with it: the worker does nothing more, and is to be closed. */
  onLost?: () => void
}

/** Ignores that the engine does not respond: the heartbeat reports that. */
async function ifUp(context: Context, work: (context: Context) => Promise<void>): Promise<void> {
  if (!context.status.up) return
  await work(context).catch((error: unknown) => {
    if (!(error instanceof EngineError) || !/^(unreachable|timeout)$/.test(error.fault)) throw error
  })
}

async function contextOf({ services, env, log }: EngineNeeds, opening: Opening): Promise<Context> {
  const { kind, address, keys, namespace } = opening.connection
  const install = await services.engines.work.installId()
  return {
    ...opening,
    engine: createEngine(kind, { address, keys, namespace, install, log }),
    ...{ services, env, log },
    status: { up: false, diskQuota: false },
    refused: new RefusedPlaces(),
    exits: new Map()
  }
}

/** Begins to work with an engine, after its first heartbeat. @throws EngineError for an invalid address */
export async function openEngine(needs: EngineNeeds, opening: Opening): Promise<EngineWorker> {
  const { services, redis, log, heartbeat } = needs
  const { register, onLost } = opening
  const context = await contextOf(needs, opening)
  const dispatcher = new Dispatcher(context)
  const closing = new AbortController()
  const { signal } = closing
  const beat = createHeartbeat(context, heartbeat?.downAfter)
  const { work } = services.engines

  /** A heartbeat; after an outage rows and engine are compared at once. */
  const check = async () => {
    if (register && !(await work.find(context.engineId))) {
      const again = await register()
      if (again === null) return onLost?.()
      context.engineId = again
    }
    if (!(await beat())) return
    await services.instances.work.retryStuck(context.engineId)
    await ifUp(context, reconcileEngine)
    dispatcher.scan()
  }
  const selfTest = singleFlight(async () => {
    if (await testIfDue(context)) dispatcher.scan()
  })

  const tidy = singleFlight(async () => {
    await ifUp(context, reconcileEngine)
    await ifUp(context, sweepDisks)
  })

  await context.guard.install()
  log.info({ engine: context.engineId, address: opening.connection.address }, 'engine_configured')
  void followEvents(context, signal, () => ifUp(context, reconcileEngine))
  await check().catch((error) => {
    closing.abort()
    context.engine.close()
    throw error
  })
  repeat(heartbeat?.every ?? HEARTBEAT_MS, { signal, log }, check)
  void answerQuestions(
    redis,
    log,
    signal,
    () => context.engineId,
    (question) => answerEngineQuestion(context, question)
  )
  return {
    get engineId() {
      return context.engineId
    },
    get up() {
      return context.status.up
    },
    scan: dispatcher.scan,
    tidy: tidy.run,
    installGuard: async () => void (await context.guard.install()),
    selfTest: selfTest.run,
    untested: () => isUntested(context),
    async close() {
      closing.abort()
      // The objects of a self-test would stay as orphans for a minute.
      await Promise.all([dispatcher.close(), selfTest.ended(), tidy.ended()])
      context.engine.close()
    }
  }
}
