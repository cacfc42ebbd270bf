import type { Migration } from './types'

/** True if players of the running game have seen the challenge (docs/rules/challenges.md#enabling). */
export const announced: Migration = {
  name: '20261124T0420-announced',
  up: `
    ALTER TABLE challenges ADD announced boolean NOT NULL DEFAULT false;
    UPDATE challenges c SET announced = true FROM games g WHERE g.id = c.game_id AND EXISTS (
      SELECT FROM score_events e WHERE e.game_id = c.game_id AND e.challenge_id = c.id
        AND e.kind IN ('open', 'close') AND e.at >= g.start_at);
  `,
  down: `
    ALTER TABLE challenges DROP announced;
  `
}
