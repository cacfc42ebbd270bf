import type { Migration } from './types'

/** Divisions that login providers decide (docs/rules/accounts.md#divisions-by-rules). */
export const divisionRules: Migration = {
  name: '20261129T0810-division-rules',
  up: `
    ALTER TABLE sign_in_providers ADD divisions jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE user_identities ADD proven jsonb NOT NULL DEFAULT '[]';
  `,
  down: `
    ALTER TABLE user_identities DROP proven;
    ALTER TABLE sign_in_providers DROP divisions;
  `
}
