import type { Migration } from './types'

const store = (endOf: string, more = '') => `
    CREATE OR REPLACE FUNCTION store_submissions(games integer[], challenges integer[], participations integer[], users uuid[], answers text[], ips text[], agents text[])
    RETURNS TABLE(place integer, id integer) LANGUAGE plpgsql ${more} AS $function$
    #variable_conflict use_column
    DECLARE
      stamp timestamptz(3);
    BEGIN
      PERFORM pg_advisory_xact_lock(1515, game)
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
              AND (SELECT c.game_id = given.game_id AND c.enabled
                     AND (c.blocked_at IS NULL OR c.unblocked_at IS NOT NULL)
                     AND (c.closes_at IS NULL OR stamp < c.closes_at
                       OR stamp >= (SELECT ${endOf} FROM games e WHERE e.id = given.game_id))
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
                       OR stamp >= (SELECT ${endOf} FROM games e WHERE e.id = given.game_id))
                   FROM challenges c WHERE c.id = given.challenge_id)
              AND (SELECT e.start_at <= stamp AND (stamp < ${endOf} OR e.practice_mode)
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
    END $function$;`

const BY_DIVISION = `greatest(e.end_at, CASE WHEN e.division_ends <> '{}' THEN (e.division_ends ->>
                         (SELECT o.division FROM participations o WHERE o.id = given.participation_id))::timestamptz END)`

/** Looks the team up only in games where one of them plays longer. */
const BY_TEAM = `CASE WHEN e.final_at > e.end_at THEN (
                         SELECT greatest(e.end_at + o.extra_ms * interval '1 millisecond', (e.division_ends ->> o.division)::timestamptz)
                         FROM participations o WHERE o.id = given.participation_id) ELSE e.end_at END`

/** As in 20261129T0400, which may have run before. */
const PLAN = `SET plan_cache_mode TO 'force_generic_plan'`

const BY_DIVISION_ONLY = `
    CREATE OR REPLACE FUNCTION date_final_end() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      NEW.final_at := greatest(NEW.end_at,
        (SELECT max(value::timestamptz) FROM jsonb_each_text(NEW.division_ends)));
      RETURN NEW;
    END $function$;`

/**
 * Extra time of single teams (docs/rules/participation.md#extra-time). What everybody is told becomes a column of its own, because
 * the last end is also that of a team whose extra time nobody else knows. A trigger on participations keeps it, however a team comes,
 * goes or changes.
 */
export const extraTime: Migration = {
  name: '20261129T0200-extra-time',
  up: `
    ALTER TABLE participations
      ADD COLUMN extra_ms bigint NOT NULL DEFAULT 0 CHECK (extra_ms >= 0),
      ADD COLUMN extra_reason text;
    ALTER TABLE games ADD COLUMN announced_end_at timestamp(3) with time zone NOT NULL DEFAULT now();
    UPDATE games SET announced_end_at = final_at;
    CREATE OR REPLACE FUNCTION date_final_end() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      NEW.announced_end_at := greatest(NEW.end_at,
        (SELECT max(value::timestamptz) FROM jsonb_each_text(NEW.division_ends)));
      NEW.final_at := greatest(NEW.announced_end_at, NEW.end_at + interval '1 millisecond' *
        (SELECT max(extra_ms) FROM participations WHERE game_id = NEW.id));
      RETURN NEW;
    END $function$;
    CREATE FUNCTION follow_extra_time() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      UPDATE games SET end_at = end_at WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.game_id ELSE NEW.game_id END;
      RETURN NULL;
    END $function$;
    CREATE TRIGGER participations_extra_time_comes AFTER INSERT ON participations
      FOR EACH ROW WHEN (NEW.extra_ms > 0) EXECUTE FUNCTION follow_extra_time();
    CREATE TRIGGER participations_extra_time_changes AFTER UPDATE OF extra_ms ON participations
      FOR EACH ROW WHEN (OLD.extra_ms > 0 OR NEW.extra_ms > 0) EXECUTE FUNCTION follow_extra_time();
    CREATE TRIGGER participations_extra_time_goes AFTER DELETE ON participations
      FOR EACH ROW WHEN (OLD.extra_ms > 0) EXECUTE FUNCTION follow_extra_time();
    ${store(BY_TEAM, PLAN)}
  `,
  down: `
    ${store(BY_DIVISION)}
    DROP TRIGGER participations_extra_time_comes ON participations;
    DROP TRIGGER participations_extra_time_changes ON participations;
    DROP TRIGGER participations_extra_time_goes ON participations;
    DROP FUNCTION follow_extra_time();
    ${BY_DIVISION_ONLY}
    ALTER TABLE games DROP COLUMN announced_end_at;
    ALTER TABLE participations DROP COLUMN extra_ms, DROP COLUMN extra_reason;
    UPDATE games SET end_at = end_at;
  `
}
