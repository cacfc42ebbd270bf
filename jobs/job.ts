import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'

/** Work that the clock starts. */
export interface Job {
  /** Past the log and the lock: one run of a name at a time over all processes. */
  name: string
  /**
   * It runs in every process, one run at a time in each, without the lock in Redis: for work whose rows are locked in
   * Postgres and that must not stand still while Redis is away.
   */
  everywhere?: boolean
  /** node-cron expression, UTC. */
  schedule: string
  /** Milliseconds after which a run counts as failed and another may start. */
  timeout: number
  /** It runs so often that its runs are no news. */
  quiet?: boolean
  /** Redis channel whose messages start it at once, beside the schedule. */
  wakeOn?: string
  run(needs: JobNeeds): Promise<void>
}

export interface JobNeeds {
  services: Services
  translator: Translator
  log: Log
  signal: AbortSignal
}
