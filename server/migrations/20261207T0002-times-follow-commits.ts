import type { Migration } from './types'

const CLOCK = `stamp := date_trunc('milliseconds', clock_timestamp());`
const FOLLOWS = `
      -- A clock that was set back by less than this gives a later flag no earlier time.
      stamp := greatest(stamp, (
        SELECT max(newest.submitted_at)
        FROM (SELECT DISTINCT game FROM unnest(games) AS game) AS distinct_games, LATERAL (
          SELECT s.submitted_at FROM submissions s WHERE s.game_id = distinct_games.game
          ORDER BY s.submitted_at DESC, s.id DESC LIMIT 1) AS newest
        WHERE newest.submitted_at < stamp + interval '5 seconds'));`

/** The definition that Postgres gives has the function's settings, too. */
const changed = (from: string, to: string) => `
  DO $do$ BEGIN
    EXECUTE replace(pg_get_functiondef('store_submissions'::regproc), $text$${from}$text$, $text$${to}$text$);
  END $do$`

/** Times of submissions follow the order of commits also when the clock of Postgres steps back, as at a failover (docs/decisions/002). */
export const timesFollowCommits: Migration = {
  name: '20261207T0002-times-follow-commits',
  up: changed(CLOCK, CLOCK + FOLLOWS),
  down: changed(CLOCK + FOLLOWS, CLOCK)
}
