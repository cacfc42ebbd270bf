import { EngineError, type EngineEvent } from '../engine'
import { type Calls, DEADLINE } from './calls'
import { jsonLines } from './lines'
import { LABEL, ownerOf } from './names'

interface Message {
  Action?: string
  Actor?: { Attributes?: Record<string, string> }
}

const KINDS: Record<string, EngineEvent['kind']> = {
  die: 'die',
  oom: 'oom',
  'health_status: healthy': 'healthy',
  'health_status: unhealthy': 'unhealthy'
}

/** Follows container events of an install until `signal` is aborted; throws when the stream does. */
export async function watchEvents(
  calls: Calls,
  install: string,
  signal: AbortSignal,
  seen: (event: EngineEvent) => void
): Promise<void> {
  try {
    const stream = await calls.open({
      method: 'GET',
      path: '/events',
      query: {
        filters: {
          type: ['container'],
          event: ['die', 'oom', 'health_status'],
          label: [`${LABEL.install}=${install}`]
        }
      },
      deadline: DEADLINE.read,
      signal
    })
    for await (const { Action, Actor } of jsonLines<Message>(stream)) {
      const owner = ownerOf(Actor?.Attributes, install)
      const kind = KINDS[Action ?? '']
      if (owner && kind && !signal.aborted) seen({ ...owner, kind })
    }
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  if (!signal.aborted) throw new EngineError('unreachable', 'the engine ended its stream of events')
}
