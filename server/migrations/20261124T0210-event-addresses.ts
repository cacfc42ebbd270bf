import type { Migration } from './types'

export const eventAddresses: Migration = {
  name: '20261124T0210-event-addresses',
  up: 'ALTER TABLE game_events ADD COLUMN ip text',
  down: 'ALTER TABLE game_events DROP COLUMN ip'
}
