import type { Migration } from './types'

export const ticketUses: Migration = {
  name: '20261123T0600-ticket-uses',
  up: `
    ALTER TABLE instance_tickets ADD COLUMN networks text[] NOT NULL DEFAULT '{}',
      ADD COLUMN hinted text[] NOT NULL DEFAULT '{}';
  `,
  down: 'ALTER TABLE instance_tickets DROP COLUMN networks, DROP COLUMN hinted'
}
