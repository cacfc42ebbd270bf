import type { Migration } from './types'

/** `steps`: cells in order, `[participation, challenge or 0, wrong answers]`; `seq`: last ledger entry. */
export const ceremonies: Migration = {
  name: '20261126T0730-ceremonies',
  up: `
    CREATE TABLE ceremonies (
      game_id int PRIMARY KEY REFERENCES games ON DELETE CASCADE,
      started_at timestamptz(3) NOT NULL,
      frozen_at timestamptz(3) NOT NULL,
      seq int NOT NULL,
      steps jsonb NOT NULL,
      total int NOT NULL,
      position int NOT NULL,
      version int NOT NULL,
      blank boolean NOT NULL,
      paused boolean NOT NULL,
      CONSTRAINT ceremonies_position_check CHECK (position BETWEEN 0 AND total)
    );
  `,
  down: 'DROP TABLE ceremonies;'
}
