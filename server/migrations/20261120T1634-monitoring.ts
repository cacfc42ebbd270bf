import type { Migration } from './types'

export const monitoring: Migration = {
  name: '20261120T1634-monitoring',
  up: `
    CREATE INDEX submissions_time ON submissions (game_id, submitted_at DESC, id DESC);
    DROP INDEX submissions_game;
    CREATE INDEX game_events_time ON game_events (game_id, at DESC, id DESC);
  `,
  down: `
    DROP INDEX game_events_time;
    CREATE INDEX submissions_game ON submissions (game_id, id DESC);
    DROP INDEX submissions_time;
  `
}
