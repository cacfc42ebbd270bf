import type { Migration } from './types'

/**
 * Finds sessions and waiting logins by the session at their provider (docs/rules/accounts.md#log-out-by-a-provider). Those of before
 * have none, because their ID tokens are sealed: they end with the person alone.
 */
export const hashesOfSids: Migration = {
  name: '20261206T0310-hashes-of-sids',
  up: `
    ALTER TABLE session_providers ADD COLUMN sid_hash character(64);
    ALTER TABLE login_steps ADD COLUMN sid_hash character(64);
    CREATE INDEX session_providers_sid ON session_providers (provider_id, sid_hash) WHERE sid_hash IS NOT NULL;
    CREATE INDEX login_steps_sid ON login_steps (provider_id, sid_hash) WHERE sid_hash IS NOT NULL;
  `,
  down: `
    ALTER TABLE session_providers DROP COLUMN sid_hash;
    ALTER TABLE login_steps DROP COLUMN sid_hash;
  `
}
