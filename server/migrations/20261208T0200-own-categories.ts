import type { Migration } from './types'

/**
 * Categories of a game's own, beside the thirteen (docs/rules/challenges.md#categories). `challenges.category` stays what clients
 * of the contract read: of a challenge in an own category it is `stands_for`.
 */
export const ownCategories: Migration = {
  name: '20261208T0200-own-categories',
  up: `
    CREATE TABLE categories (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      name text NOT NULL,
      color text NOT NULL,
      icon text NOT NULL,
      stands_for text NOT NULL DEFAULT 'Misc'
    );
    CREATE UNIQUE INDEX categories_name ON categories (game_id, lower(name));
    ALTER TABLE challenges ADD COLUMN category_id integer REFERENCES categories ON DELETE SET NULL;
    CREATE INDEX challenges_category ON challenges (category_id) WHERE category_id IS NOT NULL;
  `,
  down: `
    ALTER TABLE challenges DROP COLUMN category_id;
    DROP TABLE categories;
  `
}
