import type { Migration } from './types'

/** Service tokens of one game have a role in it instead of one that follows from scopes (docs/rules/game-staff.md#service-tokens). */
export const gameTokens: Migration = {
  name: '20261129T0100-game-tokens',
  up: `
    ALTER TABLE api_tokens ADD COLUMN game_role text
      CHECK (game_role IN ('owner', 'author', 'referee', 'support', 'monitor'));
    ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_role_check
      CHECK (game_role IS NULL OR (user_id IS NULL AND game_id IS NOT NULL));
  `,
  down: `
    DELETE FROM api_tokens WHERE game_role IS NOT NULL;
    ALTER TABLE api_tokens DROP COLUMN game_role;
  `
}
