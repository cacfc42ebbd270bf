CREATE OR REPLACE FUNCTION store_submissions(games integer[], challenges integer[], participations integer[], users uuid[], answers text[], ips text[], agents text[])
 RETURNS TABLE(place integer, id integer)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    #variable_conflict use_column
    DECLARE
      stamp timestamptz(3);
    BEGIN
      PERFORM pg_advisory_xact_lock(1515, game)
        FROM (SELECT DISTINCT game FROM unnest(games) AS game ORDER BY game) AS ordered;
      stamp := date_trunc('milliseconds', clock_timestamp());
      -- A clock that was set back by less than this gives a later flag no earlier time.
      stamp := greatest(stamp, (
        SELECT max(newest.submitted_at)
        FROM (SELECT DISTINCT game FROM unnest(games) AS game) AS distinct_games, LATERAL (
          SELECT s.submitted_at FROM submissions s WHERE s.game_id = distinct_games.game
          ORDER BY s.submitted_at DESC, s.id DESC LIMIT 1) AS newest
        WHERE newest.submitted_at < stamp + interval '5 seconds'));
      RETURN QUERY
        WITH numbered AS MATERIALIZED (
          SELECT nextval('submissions_id_seq')::int AS id, allowed.*
          FROM (
            SELECT given.*
            FROM unnest(games, challenges, participations, users, answers, ips, agents) WITH ORDINALITY
              AS given (game_id, challenge_id, participation_id, user_id, answer, ip, user_agent, place)
            WHERE (SELECT p.game_id = given.game_id AND p.status = 'Accepted'
                   FROM participations p WHERE p.id = given.participation_id)
              AND (SELECT c.game_id = given.game_id AND c.enabled
                     AND (c.blocked_at IS NULL OR c.unblocked_at IS NOT NULL)
                     AND (c.closes_at IS NULL OR stamp < c.closes_at
                       OR stamp >= (SELECT CASE WHEN e.final_at > e.end_at THEN (
                         SELECT greatest(e.end_at + o.extra_ms * interval '1 millisecond', (e.division_ends ->> o.division)::timestamptz)
                         FROM participations o WHERE o.id = given.participation_id) ELSE e.end_at END FROM games e WHERE e.id = given.game_id))
                     AND (c.requires = '{}' OR challenge_unlocked(c.id, given.participation_id))
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
                       OR stamp >= (SELECT CASE WHEN e.final_at > e.end_at THEN (
                         SELECT greatest(e.end_at + o.extra_ms * interval '1 millisecond', (e.division_ends ->> o.division)::timestamptz)
                         FROM participations o WHERE o.id = given.participation_id) ELSE e.end_at END FROM games e WHERE e.id = given.game_id))
                   FROM challenges c WHERE c.id = given.challenge_id)
              AND (SELECT e.start_at <= stamp AND (stamp < CASE WHEN e.final_at > e.end_at THEN (
                         SELECT greatest(e.end_at + o.extra_ms * interval '1 millisecond', (e.division_ends ->> o.division)::timestamptz)
                         FROM participations o WHERE o.id = given.participation_id) ELSE e.end_at END OR e.practice_mode)
                     AND (e.paused_at IS NULL OR stamp < e.paused_at OR stamp >= e.paused_until)
                   FROM games e WHERE e.id = given.game_id)
              AND (SELECT u.active AND u.role <> 'Banned' FROM users u WHERE u.id = given.user_id)
            ORDER BY place
          ) allowed
        ), stored AS (
          INSERT INTO submissions
            (id, game_id, challenge_id, participation_id, user_id, answer, submitted_at, ip, user_agent)
          SELECT id, game_id, challenge_id, participation_id, user_id, answer, stamp, ip, user_agent FROM numbered
        )
        SELECT place::int, id FROM numbered;
    END $function$
