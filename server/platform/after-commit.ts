import type { Log } from './log'

/**
 * Runs what follows a commit, in order, and waits for promises. What fails is logged and stops nothing, for the change is
 * made and its caller must not try it again.
 */
export async function runAfterCommit(effects: readonly (() => unknown)[], log: Log): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      log.error({ err: error }, 'after_commit_failed')
    }
  }
}
