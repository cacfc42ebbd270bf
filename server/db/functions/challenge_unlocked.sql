CREATE OR REPLACE FUNCTION challenge_unlocked(challenge integer, participation integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
      SELECT coalesce((
          SELECT greatest(g.end_at + o.extra_ms * interval '1 millisecond', (g.division_ends ->> o.division)::timestamptz)
          FROM participations o WHERE o.id = participation), g.end_at) <= clock_timestamp() OR NOT EXISTS (
        SELECT FROM challenges q WHERE q.id = ANY (c.requires) AND q.game_id = c.game_id AND NOT EXISTS (
          SELECT FROM solves s WHERE s.challenge_id = q.id AND s.participation_id = participation))
      FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.id = challenge
    $function$
