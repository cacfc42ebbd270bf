import type { Migration } from './types'

/** A trigger, because edits, imports and bulk changes all write hints. Null for hints from before the opening. */
export const hintTimes: Migration = {
  name: '20261125T0300-hint-times',
  up: `
    ALTER TABLE challenges ADD hint_times timestamptz(3)[] NOT NULL DEFAULT '{}';
    UPDATE challenges SET hint_times = array_fill(NULL::timestamptz(3), ARRAY[cardinality(hints)])
      WHERE cardinality(hints) > 0;

    CREATE FUNCTION date_hints() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.hint_times := ARRAY(
        SELECT CASE WHEN known.at > 0 THEN OLD.hint_times[known.at] WHEN OLD.enabled OR OLD.announced THEN now() END
        FROM unnest(NEW.hints) WITH ORDINALITY h (hint, place)
        CROSS JOIN LATERAL (SELECT coalesce(array_position(OLD.hints, h.hint), 0) AS at) known
        ORDER BY h.place);
      RETURN NEW;
    END $$;

    CREATE TRIGGER challenges_date_hints BEFORE UPDATE OF hints ON challenges
      FOR EACH ROW WHEN (OLD.hints IS DISTINCT FROM NEW.hints) EXECUTE FUNCTION date_hints();
  `,
  down: `
    DROP TRIGGER challenges_date_hints ON challenges;
    DROP FUNCTION date_hints;
    ALTER TABLE challenges DROP hint_times;
  `
}
