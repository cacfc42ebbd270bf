import type { Migration } from './types'

/**
 * Modules of the operator decide on answers and values (docs/rules/plugins.md). An answer that a checker decides on waits in the
 * queue of the judge until `flag_checks` has its result, and those of the same challenge behind it wait with it.
 */
export const plugins: Migration = {
  name: '20261128T0200-plugins',
  up: `
    ALTER TABLE challenges
      ADD checker text CHECK (checker ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
      ADD scoring text CHECK (scoring ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
      ADD point_values integer[] CHECK (cardinality(point_values) BETWEEN 1 AND 1001),
      ADD CONSTRAINT challenges_scoring_values CHECK ((scoring IS NULL) = (point_values IS NULL));
    ALTER TABLE unjudged ADD waits boolean NOT NULL DEFAULT false;
    CREATE TABLE flag_checks (
      submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
      plugin text NOT NULL,
      is_right boolean,
      attempts integer NOT NULL,
      error text,
      due_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE TABLE plugin_faults (
      name text PRIMARY KEY,
      at timestamptz(3) NOT NULL,
      process text NOT NULL,
      error text NOT NULL,
      count integer NOT NULL
    );
    ALTER TABLE webhooks DROP CONSTRAINT webhooks_format_check,
      ADD CONSTRAINT webhooks_format_check
        CHECK (format IN ('Standard', 'Discord', 'Slack', 'Telegram', 'Matrix', 'Plugin'));
    CREATE OR REPLACE FUNCTION queue_submissions() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      INSERT INTO unjudged (game_id, submitted_at, submission_id, waits)
        SELECT f.game_id, f.submitted_at, f.id,
          EXISTS (SELECT FROM challenges c WHERE c.id = f.challenge_id AND c.checker IS NOT NULL)
        FROM fresh f WHERE f.status = 'FlagSubmitted';
      IF EXISTS (SELECT FROM fresh WHERE status <> 'FlagSubmitted') THEN
        INSERT INTO submission_counts AS c
          SELECT game_id, status, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (game_id, status) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO challenge_counts AS c
          SELECT challenge_id, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1 ORDER BY 1
          ON CONFLICT (challenge_id) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO seldom_submissions
          SELECT game_id, status, submitted_at, id FROM fresh WHERE status IN ('CheatDetected', 'NotFound');
      END IF;
      RETURN NULL;
    END $function$;
  `,
  down: `
    CREATE OR REPLACE FUNCTION queue_submissions() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      INSERT INTO unjudged SELECT game_id, submitted_at, id FROM fresh WHERE status = 'FlagSubmitted';
      IF EXISTS (SELECT FROM fresh WHERE status <> 'FlagSubmitted') THEN
        INSERT INTO submission_counts AS c
          SELECT game_id, status, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (game_id, status) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO challenge_counts AS c
          SELECT challenge_id, count(*) FROM fresh WHERE status <> 'FlagSubmitted' GROUP BY 1 ORDER BY 1
          ON CONFLICT (challenge_id) DO UPDATE SET n = c.n + excluded.n;
        INSERT INTO seldom_submissions
          SELECT game_id, status, submitted_at, id FROM fresh WHERE status IN ('CheatDetected', 'NotFound');
      END IF;
      RETURN NULL;
    END $function$;
    DELETE FROM webhooks WHERE format = 'Plugin';
    ALTER TABLE webhooks DROP CONSTRAINT webhooks_format_check,
      ADD CONSTRAINT webhooks_format_check CHECK (format IN ('Standard', 'Discord', 'Slack', 'Telegram', 'Matrix'));
    DROP TABLE plugin_faults;
    DROP TABLE flag_checks;
    ALTER TABLE unjudged DROP waits;
    ALTER TABLE challenges DROP CONSTRAINT challenges_scoring_values, DROP point_values, DROP scoring, DROP checker;
  `
}
