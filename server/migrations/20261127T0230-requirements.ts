import { attemptLimits } from './20261126T1510-attempt-limits'
import type { Migration } from './types'

const CREATED = attemptLimits.up.slice(
  attemptLimits.up.indexOf('CREATE OR REPLACE FUNCTION store_submissions')
)
const ENABLED = 'SELECT c.game_id = given.game_id AND c.enabled'
const storeSubmissions = (condition: string) => CREATED.replace(ENABLED, `${ENABLED}${condition}`)

/** Unjudged flags of the same moment unlock nothing. */
const UNLOCKED = `
                     AND (c.requires = '{}' OR challenge_unlocked(c.id, given.participation_id))`

/** Deleted ones are not required, disabled ones are; none after the end (docs/rules/challenges.md#requirements). */
export const requirements: Migration = {
  name: '20261127T0230-requirements',
  up: `
    ALTER TABLE challenges
      ADD requires integer[] NOT NULL DEFAULT '{}',
      ADD hide_locked boolean NOT NULL DEFAULT false;
    CREATE FUNCTION challenge_unlocked(challenge int, participation int) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT g.end_at <= clock_timestamp() OR NOT EXISTS (
        SELECT FROM challenges q WHERE q.id = ANY (c.requires) AND q.game_id = c.game_id AND NOT EXISTS (
          SELECT FROM solves s WHERE s.challenge_id = q.id AND s.participation_id = participation))
      FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.id = challenge
    $$;
    ${storeSubmissions(UNLOCKED)}
  `,
  down: `
    ${storeSubmissions('')}
    DROP FUNCTION challenge_unlocked;
    ALTER TABLE challenges DROP hide_locked, DROP requires;
  `
}
