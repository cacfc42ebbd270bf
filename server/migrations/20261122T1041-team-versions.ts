import type { Migration } from './types'

export const teamVersions: Migration = {
  name: '20261122T1041-team-versions',
  up: 'ALTER TABLE teams ADD version int NOT NULL DEFAULT 1',
  down: 'ALTER TABLE teams DROP version'
}
