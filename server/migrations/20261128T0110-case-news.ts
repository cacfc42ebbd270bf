import type { Migration } from './types'

/** What is told of cases, one row for each receiver (docs/rules/cases.md#news). */
export const caseNews: Migration = {
  name: '20261128T0110-case-news',
  up: `
    CREATE TABLE case_news (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      case_id integer NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('opened', 'appealed', 'decided', 'undone', 'answered')),
      at timestamptz(3) NOT NULL
    );
    CREATE INDEX case_news_case ON case_news (case_id);
    CREATE INDEX case_news_user ON case_news (user_id);
    ALTER TABLE push_messages
      ADD COLUMN case_news_id integer UNIQUE REFERENCES case_news(id) ON DELETE CASCADE,
      DROP CONSTRAINT push_messages_check,
      ADD CONSTRAINT push_messages_check CHECK (num_nonnulls(notice_id, ticket_message_id, case_news_id) = 1);
    ALTER TABLE mail_outbox ADD COLUMN case_news_id integer REFERENCES case_news(id) ON DELETE CASCADE;
    CREATE INDEX mail_outbox_case_news ON mail_outbox (case_news_id) WHERE case_news_id IS NOT NULL;
  `,
  down: `
    DELETE FROM push_messages WHERE case_news_id IS NOT NULL;
    DELETE FROM mail_outbox WHERE case_news_id IS NOT NULL;
    ALTER TABLE push_messages DROP CONSTRAINT push_messages_check, DROP COLUMN case_news_id,
      ADD CONSTRAINT push_messages_check CHECK (num_nonnulls(notice_id, ticket_message_id) = 1);
    ALTER TABLE mail_outbox DROP COLUMN case_news_id;
    DROP TABLE case_news;
  `
}
