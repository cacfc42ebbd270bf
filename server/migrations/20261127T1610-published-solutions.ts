import { trash } from './20261125T0100-trash'
import type { Migration } from './types'

const VIEW = trash.up.slice(trash.up.indexOf('CREATE OR REPLACE VIEW file_uses'))
const OPEN_VIEW = VIEW.slice(0, VIEW.indexOf(';'))

/** Solutions of challenges, and writeups that everybody may read (docs/rules/challenges.md#solutions). */
export const publishedSolutions: Migration = {
  name: '20261127T1610-published-solutions',
  up: `
    ALTER TABLE challenges ADD solution text NOT NULL DEFAULT '', ADD solution_public boolean NOT NULL DEFAULT false;
    ALTER TABLE writeups ADD consent boolean NOT NULL DEFAULT false, ADD published boolean NOT NULL DEFAULT false;
    ALTER TABLE embeds ADD solution_id integer REFERENCES challenges(id) ON DELETE CASCADE,
      DROP CONSTRAINT embeds_check, DROP CONSTRAINT embeds_hash_post_id_game_id_challenge_id_key,
      ADD CONSTRAINT embeds_check CHECK (num_nonnulls(post_id, game_id, challenge_id, solution_id) = 1),
      ADD CONSTRAINT embeds_use_key UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id, solution_id);
    CREATE INDEX embeds_solution ON embeds (solution_id);
    ${OPEN_VIEW}
      UNION ALL SELECT e.hash, 'SolutionText', e.solution_id::text, c.title, '', c.game_id
        FROM embeds e JOIN challenges c ON c.id = e.solution_id;
  `,
  down: `
    ${OPEN_VIEW};
    DELETE FROM embeds WHERE solution_id IS NOT NULL;
    ALTER TABLE embeds DROP solution_id,
      ADD CONSTRAINT embeds_check CHECK (num_nonnulls(post_id, game_id, challenge_id) = 1),
      ADD CONSTRAINT embeds_hash_post_id_game_id_challenge_id_key UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id);
    ALTER TABLE writeups DROP consent, DROP published;
    ALTER TABLE challenges DROP solution, DROP solution_public;
  `
}
