import type { Migration } from './types'

const INTAKE_LOCK = 0x5eb

const storeSubmissions = (limit: string) => `
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
              AND (SELECT c.game_id = given.game_id AND c.enabled${limit}
                   FROM challenges c WHERE c.id = given.challenge_id)
              AND (SELECT m.start_at <= stamp AND (stamp < m.end_at OR m.practice_mode)
                     AND (m.paused_at IS NULL OR stamp < m.paused_at OR stamp >= m.paused_until)
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

/** Wrong answers since the last reset, and earlier ones of this batch; other senders wait for the lock. */
const LIMIT = `
                     AND (c.attempt_limit IS NULL
                       OR c.attempt_limit > (
                         SELECT count(*) FROM unnest(challenges, participations) WITH ORDINALITY
                           AS earlier (challenge_id, participation_id, place)
                         WHERE earlier.challenge_id = given.challenge_id
                           AND earlier.participation_id = given.participation_id AND earlier.place < given.place
                       ) + (
                         SELECT count(*) FROM submissions s
                         WHERE s.participation_id = given.participation_id AND s.challenge_id = given.challenge_id
                           AND s.status IN ('FlagSubmitted', 'WrongAnswer', 'CheatDetected')
                           AND NOT EXISTS (SELECT FROM attempt_resets r WHERE r.challenge_id = s.challenge_id
                             AND r.participation_id = s.participation_id AND r.at >= s.submitted_at))
                       OR stamp >= (SELECT e.end_at FROM games e WHERE e.id = given.game_id))`

export const attemptLimits: Migration = {
  name: '20261126T1510-attempt-limits',
  up: `
    ALTER TABLE challenges ADD attempt_limit integer CHECK (attempt_limit > 0);
    CREATE TABLE attempt_resets (
      challenge_id integer NOT NULL REFERENCES challenges(id) ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations(id) ON DELETE CASCADE,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (challenge_id, participation_id)
    );
    CREATE INDEX attempt_resets_participation ON attempt_resets (participation_id);
    ${storeSubmissions(LIMIT)}
  `,
  down: `
    ${storeSubmissions('')}
    DROP TABLE attempt_resets;
    ALTER TABLE challenges DROP attempt_limit;
  `
}
