import type { Migration } from './types'

/**
 * The addresses that a started instance may connect to: every jobs process of its machine puts the rules for them back, not only
 * the one that started it (docs/isolation.md#the-rules).
 */
export const allowedHosts: Migration = {
  name: '20261207T0100-allowed-hosts',
  up: 'ALTER TABLE instances ADD COLUMN allowed_hosts jsonb',
  down: 'ALTER TABLE instances DROP COLUMN allowed_hosts'
}
