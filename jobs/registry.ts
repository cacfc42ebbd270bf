import type { Job } from './job'
import { purgeSessions } from './purge-sessions'

/** Everything that runs by the clock. One file a job; add it here. */
export const registry: Job[] = [purgeSessions]
