import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from './context'
import type { EngineEvent } from './engine/engine'
import { bury } from './reconcile'

const AGAIN_MS = 1000

/**
 * Hears what the engine says of containers until `signal` is aborted. Events are hints: whenever the stream was broken,
 * `caughtUp` looks at everything. Never rejects.
 */
export async function follow(
  context: Context,
  signal: AbortSignal,
  caughtUp: () => Promise<void>
): Promise<void> {
  const { engine, log, services, deaths } = context
  const seen = ({ instance, kind }: EngineEvent) => {
    const handle = async () => {
      if (kind === 'healthy' || kind === 'unhealthy')
        return services.instances.work.healthy(instance, kind === 'healthy')
      if (kind !== 'die') return
      const starting = deaths.get(instance)
      if (starting) return starting(await engine.inspect(instance))
      await bury(context, instance)
    }
    handle().catch((error: Error) => log.debug({ instance, err: error.message }, 'engine_event_not_handled'))
  }
  while (!signal.aborted) {
    try {
      await engine.watch(signal, seen)
    } catch (error) {
      log.debug({ err: (error as Error).message }, 'engine_stream_broken')
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await caughtUp().catch(() => {})
    }
  }
}
