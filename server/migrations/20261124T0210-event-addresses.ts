import type { Migration } from './types'

/** Events carry the address they came from, for staff; earlier ones have none. */
export const eventAddresses: Migration = {
  name: '20261124T0210-event-addresses',
  up: 'ALTER TABLE game_events ADD COLUMN ip text',
  down: 'ALTER TABLE game_events DROP COLUMN ip'
}
