import type { Migration } from './types'

export const ledgerCheckpoints: Migration = {
  name: '20261126T0500-ledger-checkpoints',
  up: `
    CREATE TABLE ledger_checkpoints (
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      seq int NOT NULL,
      hash bytea NOT NULL,
      at timestamptz(3) NOT NULL,
      signature text NOT NULL,
      PRIMARY KEY (game_id, seq)
    );
  `,
  down: 'DROP TABLE ledger_checkpoints;'
}
