import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'

export interface Job {
  /** One run at a time per name over all processes, also in the log. */
  name: string
  /** Runs in every process, without the lock in Redis: for jobs that look at their machine, or lock rows and must run without Redis. */
  everywhere?: boolean
  schedule: string
  /** Milliseconds after which a run has failed and another may start. After a process is killed, another may within a minute. */
  timeout: number
  /** Not logged, because it runs often. */
  quiet?: boolean
  /**
   * Whether a time passed at which it should have run, while no process did or one was ended. Asked at the start, and as long as
   * it runs elsewhere; then it is made up for.
   */
  overdue?(): Promise<boolean>
  /** Redis channel whose messages start a run at once. */
  startOn?: string
  run(needs: JobNeeds): Promise<void>
}

export interface JobNeeds {
  services: Services
  translator: Translator
  log: Log
  /** Whether this run makes up for a time that passed. */
  makesUp?: boolean
  /** After the timeout, and when the process stops. */
  signal: AbortSignal
}
