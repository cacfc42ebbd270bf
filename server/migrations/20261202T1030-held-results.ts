import type { Migration } from './types'

/** Finds whether results were changed behind a freeze, without reading a whole ledger (docs/rules/freeze.md#what-is-held-back). */
export const heldResults: Migration = {
  name: '20261202T1030-held-results',
  up: `
    CREATE INDEX score_events_held ON score_events (game_id, at) WHERE kind IN ('correction', 'void');
  `,
  down: `
    DROP INDEX score_events_held;
  `
}
