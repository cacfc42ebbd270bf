import type { Migration } from './types'

/** First key of the advisory locks that order a game's submissions. */
const SUBMISSION_LOCK = 0x5eb

/**
 * Stores allowed submissions and returns their index and id.
 *
 * A function, because each of its statements sees what was committed before. It takes the games' locks in order of id,
 * then the time, and only then checks: times follow the order of commits, so that the judge never meets an earlier
 * submission after a later one.
 *
 * Sub-selects instead of joins: with old statistics, a planner reads every team of the game for each flag.
 */
export const storeSubmissions: Migration = {
  name: '20261120T1940-store-submissions',
  up: `
    CREATE FUNCTION store_submissions(
      games int[], challenges int[], participations int[], users uuid[], answers text[], ips text[], agents text[]
    ) RETURNS TABLE (place int, id int) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      stamp timestamptz(3);
    BEGIN
      PERFORM pg_advisory_xact_lock(${SUBMISSION_LOCK}, game)
        FROM (SELECT DISTINCT game FROM unnest(games) AS game ORDER BY game) AS ordered;
      stamp := date_trunc('milliseconds', clock_timestamp());
      RETURN QUERY
        WITH numbered AS MATERIALIZED (
          SELECT nextval('submissions_id_seq')::int AS id, allowed.*
          FROM (
            SELECT given.*
            FROM unnest(games, challenges, participations, users, answers, ips, agents) WITH ORDINALITY
              AS given (game_id, challenge_id, participation_id, user_id, answer, ip, user_agent, place)
            WHERE (SELECT p.game_id = given.game_id AND p.status = 'Accepted'
                   FROM participations p WHERE p.id = given.participation_id)
              AND (SELECT c.game_id = given.game_id AND c.enabled FROM challenges c WHERE c.id = given.challenge_id)
              AND (SELECT m.start_at <= stamp AND (stamp < m.end_at OR m.practice_mode)
                   FROM games m WHERE m.id = given.game_id)
              AND (SELECT u.active AND u.role <> 'Banned' FROM users u WHERE u.id = given.user_id)
            ORDER BY place
          ) allowed
        ), stored AS (
          INSERT INTO submissions
            (id, game_id, challenge_id, participation_id, user_id, answer, submitted_at, ip, user_agent)
          SELECT id, game_id, challenge_id, participation_id, user_id, answer, stamp, ip, user_agent FROM numbered
        )
        SELECT place::int, id FROM numbered;
    END $$;
  `,
  down: 'DROP FUNCTION store_submissions'
}
