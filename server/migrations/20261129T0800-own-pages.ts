import { publishedSolutions } from './20261127T1610-published-solutions'
import type { Migration } from './types'

const VIEW = publishedSolutions.up.slice(publishedSolutions.up.indexOf('CREATE OR REPLACE VIEW file_uses'))
const BEFORE = VIEW.slice(0, VIEW.indexOf(';'))

/** Pages that organisers write (docs/rules/appearance.md#pages). */
export const ownPages: Migration = {
  name: '20261129T0800-own-pages',
  up: `
    CREATE TABLE own_pages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      address text NOT NULL UNIQUE CHECK (address ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(address) <= 40),
      titles jsonb NOT NULL DEFAULT '{}',
      texts jsonb NOT NULL DEFAULT '{}',
      listed boolean NOT NULL DEFAULT true,
      position integer NOT NULL DEFAULT 0,
      published boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1
    );
    ALTER TABLE embeds ADD own_page_id integer REFERENCES own_pages(id) ON DELETE CASCADE,
      DROP CONSTRAINT embeds_check, DROP CONSTRAINT embeds_use_key,
      ADD CONSTRAINT embeds_check CHECK (num_nonnulls(post_id, game_id, challenge_id, solution_id, own_page_id) = 1),
      ADD CONSTRAINT embeds_use_key
        UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id, solution_id, own_page_id);
    CREATE INDEX embeds_own_page ON embeds (own_page_id);
    ${BEFORE}
      UNION ALL SELECT e.hash, 'OwnPage', p.address, p.address, '', NULL
        FROM embeds e JOIN own_pages p ON p.id = e.own_page_id;
  `,
  down: `
    ${BEFORE};
    DELETE FROM embeds WHERE own_page_id IS NOT NULL;
    ALTER TABLE embeds DROP own_page_id,
      ADD CONSTRAINT embeds_check CHECK (num_nonnulls(post_id, game_id, challenge_id, solution_id) = 1),
      ADD CONSTRAINT embeds_use_key UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id, solution_id);
    DROP TABLE own_pages;
  `
}
