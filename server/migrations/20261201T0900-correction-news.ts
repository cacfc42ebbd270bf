import type { Migration } from './types'

/** Teams that are told of a correction or its undoing (docs/rules/corrections.md#news); `held`: a freeze hides it. */
export const correctionNews: Migration = {
  name: '20261201T0900-correction-news',
  up: `
    CREATE TABLE correction_news (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      correction_id integer NOT NULL REFERENCES corrections(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      undone boolean NOT NULL,
      points integer NOT NULL,
      held boolean NOT NULL,
      UNIQUE (correction_id, participation_id, undone)
    );
    CREATE INDEX correction_news_participation ON correction_news (participation_id);
    ALTER TABLE push_messages
      ADD COLUMN correction_news_id integer UNIQUE REFERENCES correction_news(id) ON DELETE CASCADE,
      DROP CONSTRAINT push_messages_check,
      ADD CONSTRAINT push_messages_check
        CHECK (num_nonnulls(notice_id, ticket_message_id, case_news_id, correction_news_id) = 1);
  `,
  down: `
    DELETE FROM push_messages WHERE correction_news_id IS NOT NULL;
    ALTER TABLE push_messages DROP CONSTRAINT push_messages_check, DROP COLUMN correction_news_id,
      ADD CONSTRAINT push_messages_check CHECK (num_nonnulls(notice_id, ticket_message_id, case_news_id) = 1);
    DROP TABLE correction_news;
  `
}
