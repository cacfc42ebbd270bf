import { setTimeout as pause } from 'node:timers/promises'
import { type Context, startKey } from './context'
import type { EngineEvent } from './engine/engine'
import { endExited } from './reconcile'

const RETRY_MS = 1000

/**
 * Handles container events until `signal` is aborted; after a broken stream, `catchUp` compares everything.
 * Never rejects.
 */
export async function followEvents(
  context: Context,
  signal: AbortSignal,
  catchUp: () => Promise<void>
): Promise<void> {
  const { engine, log, services, exits } = context
  const onEvent = ({ instance, generation, kind }: EngineEvent) => {
    const handle = async () => {
      const start = { id: instance, engineId: context.engineId, generation }
      if (kind === 'healthy' || kind === 'unhealthy')
        return services.instances.work.healthy(start, kind === 'healthy')
      if (kind !== 'die') return
      const starting = exits.get(startKey(instance, generation))
      if (starting) return starting(await engine.inspect(instance))
      await endExited(context, start)
    }
    handle().catch((error: Error) => log.debug({ instance, err: error.message }, 'engine_event_not_handled'))
  }
  while (!signal.aborted) {
    try {
      await engine.watch(signal, onEvent)
    } catch (error) {
      log.debug({ err: (error as Error).message }, 'engine_stream_broken')
      await pause(RETRY_MS, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await catchUp().catch(() => {})
    }
  }
}
