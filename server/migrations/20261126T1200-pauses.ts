import type { Migration } from './types'

const INTAKE_LOCK = 0x5eb

const storeSubmissions = (condition: string) => `
  CREATE OR REPLACE FUNCTION store_submissions(
    games int[], challenges int[], participations int[], users uuid[], answers text[], ips text[], agents text[]
  ) RETURNS TABLE (place int, id int) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      stamp timestamptz(3);
    BEGIN
      PERFORM pg_advisory_xact_lock(${INTAKE_LOCK}, game)
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
              AND (SELECT m.start_at <= stamp AND (stamp < m.end_at OR m.practice_mode)${condition}
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
    END $$;`

const NOT_PAUSED = `
                     AND (m.paused_at IS NULL OR stamp < m.paused_at OR stamp >= m.paused_until)`

export const pauses: Migration = {
  name: '20261126T1200-pauses',
  up: `
    ALTER TABLE games ADD paused_at timestamptz(3), ADD paused_until timestamptz(3),
      ADD pause_reason text NOT NULL DEFAULT '',
      ADD CONSTRAINT games_pause_check CHECK ((paused_at IS NULL) = (paused_until IS NULL) AND paused_at <= paused_until);
    ${storeSubmissions(NOT_PAUSED)}
  `,
  down: `
    ${storeSubmissions('')}
    ALTER TABLE games DROP CONSTRAINT games_pause_check, DROP pause_reason, DROP paused_until, DROP paused_at;
  `
}
