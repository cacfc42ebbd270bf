import type { Migration } from './types'

/**
 * Challenges have several files for all teams, in an order; the first is at place 0 (docs/decisions/086-files-in-one-table.md).
 * Two may swap their places in one statement. An address may have a name.
 */
export const severalFiles: Migration = {
  name: '20261208T0310-several-files',
  up: `
    ALTER TABLE attachments
      ADD COLUMN place int NOT NULL DEFAULT 0,
      DROP CONSTRAINT attachments_challenge_id_flag_id_key,
      ADD CONSTRAINT attachments_place_key UNIQUE NULLS NOT DISTINCT (challenge_id, flag_id, place) DEFERRABLE,
      ADD CONSTRAINT attachments_place_check CHECK (place >= 0 AND (flag_id IS NULL OR place = 0)),
      DROP CONSTRAINT attachments_check,
      ADD CONSTRAINT attachments_check CHECK (CASE type
        WHEN 'Local' THEN hash IS NOT NULL AND name IS NOT NULL AND remote_url IS NULL
        ELSE hash IS NULL AND remote_url IS NOT NULL END)`,
  down: `
    DELETE FROM attachments WHERE place > 0;
    UPDATE attachments SET name = NULL WHERE type = 'Remote';
    ALTER TABLE attachments
      DROP CONSTRAINT attachments_check,
      ADD CONSTRAINT attachments_check CHECK (CASE type
        WHEN 'Local' THEN hash IS NOT NULL AND name IS NOT NULL AND remote_url IS NULL
        ELSE hash IS NULL AND name IS NULL AND remote_url IS NOT NULL END),
      DROP CONSTRAINT attachments_place_key,
      DROP COLUMN place,
      ADD CONSTRAINT attachments_challenge_id_flag_id_key UNIQUE NULLS NOT DISTINCT (challenge_id, flag_id)`
}
