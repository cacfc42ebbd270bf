import type { Migration } from './types'

/** What a person shows of themselves, and to whom (docs/rules/players.md). */
export const playerPages: Migration = {
  name: '20261127T1800-player-pages',
  up: `
    ALTER TABLE users
      ADD COLUMN affiliation text NOT NULL DEFAULT '',
      ADD COLUMN website text,
      ADD COLUMN country text,
      ADD COLUMN page_visibility text NOT NULL DEFAULT 'Nobody',
      ADD CONSTRAINT users_page_visibility_check CHECK (page_visibility IN ('Nobody', 'TeamMates', 'Everybody')),
      ADD CONSTRAINT users_country_check CHECK (country ~ '^[A-Z]{2}$');
    CREATE INDEX users_public ON users (user_name) WHERE page_visibility = 'Everybody';
  `,
  down: `
    ALTER TABLE users DROP COLUMN affiliation, DROP COLUMN website, DROP COLUMN country, DROP COLUMN page_visibility;
  `
}
