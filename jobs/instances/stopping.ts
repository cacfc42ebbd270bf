import type { ClaimedStop } from '~/server/instances'
import type { Context } from './context'
import { EngineError } from './engine/engine'
import { faultPoint } from './fault-point'

export const isAway = (error: unknown): boolean =>
  error instanceof EngineError && error.fault === 'unreachable'

/** Removes a claimed instance, and stores the result. Never throws. */
export async function stopClaimed(
  { engine, guard, owner, services }: Context,
  { id, hosts }: ClaimedStop
): Promise<void> {
  const { work } = services.instances
  try {
    faultPoint('stop:claimed')
    await engine.remove(id)
    if (hosts) await guard.revoke(id)
    faultPoint('stop:removed')
    await work.removed(id, owner)
    faultPoint('stop:done')
  } catch (error) {
    await work.notRemoved(id, owner, (error as Error).message, isAway(error)).catch(() => {})
  }
}
