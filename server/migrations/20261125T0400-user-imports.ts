import type { Migration } from './types'

export const userImports: Migration = {
  name: '20261125T0400-user-imports',
  up: `
    CREATE TABLE user_imports (
      id uuid PRIMARY KEY,
      name text NOT NULL CHECK (char_length(name) <= 255),
      created_by uuid REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      state text NOT NULL DEFAULT 'Checked' CHECK (state IN ('Checked', 'Running', 'Done', 'Cancelled')),
      overwrite boolean NOT NULL DEFAULT false,
      by_mail boolean NOT NULL DEFAULT false,
      accept boolean NOT NULL DEFAULT false,
      locale text NOT NULL,
      started_at timestamptz(3),
      ended_at timestamptz(3)
    );
    CREATE INDEX user_imports_author ON user_imports (created_by);
    CREATE INDEX user_imports_running ON user_imports (started_at) WHERE state = 'Running';
    CREATE TABLE user_import_rows (
      import_id uuid NOT NULL REFERENCES user_imports (id) ON DELETE CASCADE,
      line integer NOT NULL,
      unit integer NOT NULL,
      input jsonb NOT NULL,
      secret text,
      state text NOT NULL DEFAULT 'Waiting' CHECK (state IN ('Waiting', 'Created', 'Overwritten', 'Failed')),
      error text,
      PRIMARY KEY (import_id, line)
    );
    CREATE INDEX user_import_rows_waiting ON user_import_rows (import_id, unit) WHERE state = 'Waiting';
  `,
  down: 'DROP TABLE user_import_rows; DROP TABLE user_imports;'
}
