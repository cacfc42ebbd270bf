import type { Migration } from './types'

/** What a team shows of itself beside its bio (docs/rules/teams.md#team). */
export const teamFields: Migration = {
  name: '20261130T0910-team-fields',
  up: `
    ALTER TABLE teams
      ADD COLUMN affiliation text,
      ADD COLUMN website text,
      ADD COLUMN country text,
      ADD CONSTRAINT teams_country_check CHECK (country ~ '^[A-Z]{2}$');
  `,
  down: `
    ALTER TABLE teams DROP COLUMN affiliation, DROP COLUMN website, DROP COLUMN country;
  `
}
