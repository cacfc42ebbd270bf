import type { Migration } from './types'

/** What each webhook has told of its game's states; those of today count as told (docs/rules/webhooks.md#game-states). */
export const webhookStates: Migration = {
  name: '20261127T1230-webhook-states',
  up: `
    ALTER TABLE webhooks ADD COLUMN states text[] NOT NULL DEFAULT '{}';
    UPDATE webhooks w SET states = array_remove(ARRAY[
        CASE WHEN NOT g.hidden THEN 'published' END,
        CASE WHEN g.start_at <= now() THEN 'started' END,
        CASE WHEN g.paused_at <= now() AND now() < g.paused_until THEN 'paused' END,
        CASE WHEN g.freeze_at <= now() THEN 'frozen' END,
        CASE WHEN g.end_at <= now() THEN 'ended' END,
        CASE WHEN g.revealed_at <= now() THEN 'revealed' END], NULL)
    FROM games g WHERE g.id = w.game_id;
  `,
  down: 'ALTER TABLE webhooks DROP COLUMN states'
}
