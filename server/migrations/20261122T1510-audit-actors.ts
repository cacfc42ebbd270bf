import type { Migration } from './types'

export const auditActors: Migration = {
  name: '20261122T1510-audit-actors',
  up: 'CREATE INDEX audit_events_actor ON audit_events (actor_id)',
  down: 'DROP INDEX audit_events_actor'
}
