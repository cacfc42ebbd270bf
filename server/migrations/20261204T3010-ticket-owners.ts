import type { Migration } from './types'

/** Who of the staff has a ticket (docs/rules/tickets.md#owners). */
export const ticketOwners: Migration = {
  name: '20261204T3010-ticket-owners',
  up: `
    ALTER TABLE tickets ADD COLUMN owner_id uuid REFERENCES users ON DELETE SET NULL;
    CREATE INDEX tickets_owner ON tickets (owner_id) WHERE owner_id IS NOT NULL;
  `,
  down: `
    ALTER TABLE tickets DROP COLUMN owner_id;
  `
}
