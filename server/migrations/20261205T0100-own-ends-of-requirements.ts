import type { Migration } from './types'

const unlockedFrom = (end: string) => `
    CREATE OR REPLACE FUNCTION challenge_unlocked(challenge int, participation int) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT ${end} <= clock_timestamp() OR NOT EXISTS (
        SELECT FROM challenges q WHERE q.id = ANY (c.requires) AND q.game_id = c.game_id AND NOT EXISTS (
          SELECT FROM solves s WHERE s.challenge_id = q.id AND s.participation_id = participation))
      FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.id = challenge
    $$;`

/** As store_submissions() decides it. */
const OWN_END = `coalesce((
          SELECT greatest(g.end_at + o.extra_ms * interval '1 millisecond', (g.division_ends ->> o.division)::timestamptz)
          FROM participations o WHERE o.id = participation), g.end_at)`

/**
 * Requirements hold until the game has ended for the team (docs/rules/challenges.md#requirements): one with a later end of its division
 * or extra time still scores after the regular end.
 */
export const ownEndsOfRequirements: Migration = {
  name: '20261205T0100-own-ends-of-requirements',
  up: unlockedFrom(OWN_END),
  down: unlockedFrom('g.end_at')
}
