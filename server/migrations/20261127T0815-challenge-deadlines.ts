import { flagBlocks } from './20261127T0510-flag-blocks'
import type { Migration } from './types'

const CREATED = flagBlocks.up.slice(flagBlocks.up.indexOf('CREATE OR REPLACE FUNCTION store_submissions'))
const NOT_BLOCKED = 'AND (c.blocked_at IS NULL OR c.unblocked_at IS NOT NULL)'
const BEFORE_DEADLINE = `
                     AND (c.closes_at IS NULL OR stamp < c.closes_at
                       OR stamp >= (SELECT e.end_at FROM games e WHERE e.id = given.game_id))`
const storeSubmissions = (condition: string) => CREATED.replace(NOT_BLOCKED, `${NOT_BLOCKED}${condition}`)

/** A challenge may close before its game ends; practice after the end ignores that (docs/rules/challenges.md#deadline). */
export const challengeDeadlines: Migration = {
  name: '20261127T0815-challenge-deadlines',
  up: `
    ALTER TABLE challenges ADD closes_at timestamptz(3);
    ${storeSubmissions(BEFORE_DEADLINE)}
  `,
  down: `
    ${storeSubmissions('')}
    ALTER TABLE challenges DROP closes_at;
  `
}
