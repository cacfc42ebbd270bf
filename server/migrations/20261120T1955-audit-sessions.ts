import type { Migration } from './types'

export const auditSessions: Migration = {
  name: '20261120T1955-audit-sessions',
  up: `
    ALTER TABLE audit_events ADD session text;
    CREATE INDEX audit_events_target ON audit_events (target, id);
  `,
  down: `
    DROP INDEX audit_events_target;
    ALTER TABLE audit_events DROP session;
  `
}
