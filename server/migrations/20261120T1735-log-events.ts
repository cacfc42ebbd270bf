import type { Migration } from './types'

/** Ids follow commits, so that live readers miss nothing. No foreign key on `user_id`: events outlive accounts. */
export const logEvents: Migration = {
  name: '20261120T1735-log-events',
  up: `
    CREATE TABLE log_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL,
      level text NOT NULL CHECK (level IN ('Information', 'Warning', 'Error', 'Fatal')),
      process text NOT NULL,
      status text NOT NULL,
      ip text,
      user_id uuid,
      user_name text,
      event text NOT NULL,
      details jsonb NOT NULL
    );
    CREATE INDEX log_events_time ON log_events (at DESC, id DESC);
    CREATE INDEX log_events_level ON log_events (level, at DESC, id DESC);
    CREATE INDEX audit_events_action ON audit_events (action, at DESC);
  `,
  down: `
    DROP INDEX audit_events_action;
    DROP TABLE log_events;
  `
}
