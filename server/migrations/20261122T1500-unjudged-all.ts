import type { Migration } from './types'

/**
 * Flags whose transaction was under way while `20261122T1400-unjudged` filled its table were seen neither by that nor by
 * the trigger, which came after; what was judged meanwhile still waits. The lock waits for whoever is at work now.
 */
export const unjudgedAll: Migration = {
  name: '20261122T1500-unjudged-all',
  up: `
    LOCK TABLE submissions IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM unjudged;
    INSERT INTO unjudged SELECT game_id, submitted_at, id FROM submissions WHERE status = 'FlagSubmitted';
  `,
  down: ''
}
