import type { Migration } from './types'

/** Whether an engine can let instances out to a list of hosts; its jobs process says so with each heartbeat. */
export const egressOfEngines: Migration = {
  name: '20261205T0310-egress-of-engines',
  up: 'ALTER TABLE engines ADD COLUMN allows_hosts boolean NOT NULL DEFAULT false',
  down: 'ALTER TABLE engines DROP COLUMN allows_hosts'
}
