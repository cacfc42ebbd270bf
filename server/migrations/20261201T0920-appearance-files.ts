import { ownPages } from './20261129T0800-own-pages'
import type { Migration } from './types'

const VIEW = ownPages.up.slice(ownPages.up.indexOf('CREATE OR REPLACE VIEW file_uses'))
const BEFORE = VIEW.slice(0, VIEW.indexOf(';'))

/** Files that blocks and style sheets of the platform show (docs/rules/files.md#who-may-read). */
export const appearanceFiles: Migration = {
  name: '20261201T0920-appearance-files',
  up: `
    ALTER TABLE embeds ADD setting text REFERENCES settings(key) ON DELETE CASCADE,
      DROP CONSTRAINT embeds_check, DROP CONSTRAINT embeds_use_key,
      ADD CONSTRAINT embeds_check
        CHECK (num_nonnulls(post_id, game_id, challenge_id, solution_id, own_page_id, setting) = 1),
      ADD CONSTRAINT embeds_use_key
        UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id, solution_id, own_page_id, setting);
    CREATE INDEX embeds_setting ON embeds (setting);
    INSERT INTO embeds (hash, setting)
      SELECT DISTINCT b.hash, s.key FROM settings s
        CROSS JOIN LATERAL regexp_matches(s.value::text, '/assets/([0-9a-f]{64})/', 'g') AS m (found)
        JOIN blobs b ON b.hash = m.found[1]
      WHERE s.key = 'appearance';
    ${BEFORE}
      UNION ALL SELECT hash, 'Appearance', setting, '', '', NULL FROM embeds WHERE setting IS NOT NULL;
  `,
  down: `
    ${BEFORE};
    DELETE FROM embeds WHERE setting IS NOT NULL;
    ALTER TABLE embeds DROP setting,
      ADD CONSTRAINT embeds_check CHECK (num_nonnulls(post_id, game_id, challenge_id, solution_id, own_page_id) = 1),
      ADD CONSTRAINT embeds_use_key
        UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id, solution_id, own_page_id);
  `
}
