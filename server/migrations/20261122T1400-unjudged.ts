import type { Migration } from './types'

const SUBMISSION_LOCK = 0x5eb

/**
 * Makes a flag a third cheaper (docs/decisions/011).
 *
 * Unjudged submissions are in a table kept by triggers, so that no index depends on the status and a verdict updates
 * its row in place.
 *
 * References that others imply are dropped: each was checked and locked for every flag. Only a challenge's submissions
 * need a trigger, which blocks flags until the deletion is committed.
 */
export const unjudged: Migration = {
  name: '20261122T1400-unjudged',
  up: `
    -- Flags that an older process is storing now are waited for: else neither this nor the trigger would see them.
    LOCK TABLE submissions IN ACCESS EXCLUSIVE MODE;
    CREATE TABLE unjudged (
      game_id int NOT NULL,
      submitted_at timestamptz(3) NOT NULL,
      submission_id int NOT NULL,
      PRIMARY KEY (game_id, submitted_at, submission_id)
    );
    INSERT INTO unjudged SELECT game_id, submitted_at, id FROM submissions WHERE status = 'FlagSubmitted';

    CREATE FUNCTION queue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unjudged SELECT game_id, submitted_at, id FROM fresh WHERE status = 'FlagSubmitted';
      RETURN NULL;
    END $$;
    CREATE TRIGGER submissions_queued AFTER INSERT ON submissions REFERENCING NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION queue_submissions();

    CREATE FUNCTION unqueue_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM unjudged q USING gone g
        WHERE g.status = 'FlagSubmitted'
          AND (q.game_id, q.submitted_at, q.submission_id) = (g.game_id, g.submitted_at, g.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER submissions_unqueued AFTER DELETE ON submissions REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION unqueue_submissions();

    DROP INDEX submissions_unjudged;
    DROP INDEX submissions_challenge;
    ALTER TABLE submissions
      SET (fillfactor = 50),
      DROP CONSTRAINT submissions_game_id_fkey,
      DROP CONSTRAINT submissions_challenge_id_fkey;
    ALTER TABLE solves
      DROP CONSTRAINT solves_game_id_fkey,
      DROP CONSTRAINT solves_challenge_id_fkey,
      DROP CONSTRAINT solves_participation_id_fkey;

    CREATE FUNCTION drop_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${SUBMISSION_LOCK}, OLD.game_id);
      DELETE FROM submissions
        WHERE game_id = OLD.game_id AND challenge_id = OLD.id AND (SELECT true FROM games WHERE id = OLD.game_id);
      RETURN OLD;
    END $$;
    CREATE TRIGGER challenges_deleted BEFORE DELETE ON challenges
      FOR EACH ROW EXECUTE FUNCTION drop_submissions();
  `,
  down: `
    DROP TRIGGER challenges_deleted ON challenges;
    DROP FUNCTION drop_submissions;
    ALTER TABLE solves
      ADD FOREIGN KEY (game_id) REFERENCES games ON DELETE CASCADE,
      ADD FOREIGN KEY (challenge_id) REFERENCES challenges ON DELETE CASCADE,
      ADD FOREIGN KEY (participation_id) REFERENCES participations ON DELETE CASCADE;
    ALTER TABLE submissions
      RESET (fillfactor),
      ADD FOREIGN KEY (game_id) REFERENCES games ON DELETE CASCADE,
      ADD FOREIGN KEY (challenge_id) REFERENCES challenges ON DELETE CASCADE;
    CREATE INDEX submissions_challenge ON submissions (challenge_id);
    CREATE INDEX submissions_unjudged ON submissions (game_id, submitted_at, id) WHERE status = 'FlagSubmitted';
    DROP TRIGGER submissions_unqueued ON submissions;
    DROP TRIGGER submissions_queued ON submissions;
    DROP FUNCTION unqueue_submissions;
    DROP FUNCTION queue_submissions;
    DROP TABLE unjudged;
  `
}
