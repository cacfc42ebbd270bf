import type { Migration } from './types'

/** Who is told of a ticket that somebody gave to them (docs/rules/tickets.md#owners). */
export const givenTickets: Migration = {
  name: '20261205T0210-given-tickets',
  up: `
    ALTER TABLE push_messages
      ADD COLUMN given_ticket_id integer REFERENCES tickets(id) ON DELETE CASCADE,
      ADD COLUMN given_to uuid REFERENCES users(id) ON DELETE CASCADE,
      DROP CONSTRAINT push_messages_check,
      ADD CONSTRAINT push_messages_check CHECK (num_nonnulls(notice_id, ticket_message_id, case_news_id, correction_news_id,
        given_ticket_id) = 1 AND (given_ticket_id IS NULL) = (given_to IS NULL));
    CREATE INDEX push_messages_given_ticket ON push_messages (given_ticket_id) WHERE given_ticket_id IS NOT NULL;
    CREATE INDEX push_messages_given_to ON push_messages (given_to) WHERE given_to IS NOT NULL;
  `,
  down: `
    DELETE FROM push_messages WHERE given_ticket_id IS NOT NULL;
    ALTER TABLE push_messages DROP CONSTRAINT push_messages_check, DROP COLUMN given_ticket_id, DROP COLUMN given_to,
      ADD CONSTRAINT push_messages_check
        CHECK (num_nonnulls(notice_id, ticket_message_id, case_news_id, correction_news_id) = 1);
  `
}
