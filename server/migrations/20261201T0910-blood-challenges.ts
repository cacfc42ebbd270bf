import type { Migration } from './types'

/**
 * The challenge of a notice of a blood, since its title may change. No foreign key: a notice stays when its challenge is deleted,
 * and belongs to it again when that comes back. Where two challenges have the title, none is taken.
 */
export const bloodChallenges: Migration = {
  name: '20261201T0910-blood-challenges',
  up: `
    ALTER TABLE notices ADD challenge_id integer;
    UPDATE notices n SET challenge_id = c.id
    FROM (SELECT game_id, title, min(id) AS id FROM challenges GROUP BY game_id, title HAVING count(*) = 1) c
    WHERE n.type IN ('FirstBlood', 'SecondBlood', 'ThirdBlood') AND c.game_id = n.game_id AND c.title = n."values"[2];
  `,
  down: 'ALTER TABLE notices DROP challenge_id'
}
