import type { Migration } from './types'

/** Counts of solvers subtract the teams off the board, and find these few by it. */
export const teamsOffTheBoard: Migration = {
  name: '20261129T0900-teams-off-the-board',
  up: `CREATE INDEX participations_off_board ON participations (game_id) WHERE status <> 'Accepted'`,
  down: `DROP INDEX participations_off_board`
}
