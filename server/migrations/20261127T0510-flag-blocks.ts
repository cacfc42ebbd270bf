import { requirements } from './20261127T0230-requirements'
import type { Migration } from './types'

/** The function that stores flags, with a condition beside what a challenge has to be. */
const CREATED = requirements.up.slice(requirements.up.indexOf('CREATE OR REPLACE FUNCTION store_submissions'))
const ENABLED = 'SELECT c.game_id = given.game_id AND c.enabled'
const storeSubmissions = (condition: string) => CREATED.replace(ENABLED, `${ENABLED}${condition}`)

const NOT_BLOCKED = `
                     AND (c.blocked_at IS NULL OR c.unblocked_at IS NOT NULL)`

/**
 * A challenge may take no flags while it is broken (docs/rules/challenges.md#blocked-flags). The last time of it is kept, so that
 * an incident can be made of it.
 */
export const flagBlocks: Migration = {
  name: '20261127T0510-flag-blocks',
  up: `
    ALTER TABLE challenges
      ADD blocked_at timestamptz(3),
      ADD unblocked_at timestamptz(3),
      ADD block_reason text NOT NULL DEFAULT '',
      ADD block_announced boolean NOT NULL DEFAULT false,
      ADD CONSTRAINT challenges_block_check CHECK (unblocked_at IS NULL OR coalesce(blocked_at <= unblocked_at, false));
    ${storeSubmissions(NOT_BLOCKED)}
  `,
  down: `
    ${storeSubmissions('')}
    ALTER TABLE challenges DROP CONSTRAINT challenges_block_check, DROP block_announced, DROP block_reason, DROP unblocked_at,
      DROP blocked_at;
  `
}
