import type { Migration } from './types'

/**
 * A challenge may have decoys: texts that look like its flags and are found by who copies (docs/rules/flags.md#decoys). One is
 * the challenge's own; a file of a pool may hold one; instances hold one for each team, made of the challenge's as a template.
 */
export const decoys: Migration = {
  name: '20261127T0520-decoys',
  up: `
    ALTER TABLE challenges ADD decoy text CHECK (char_length(decoy) BETWEEN 1 AND 120);
    ALTER TABLE flags ADD decoy text CHECK (char_length(decoy) BETWEEN 1 AND 120);
    CREATE TABLE team_decoys (
      challenge_id integer NOT NULL REFERENCES challenges ON DELETE CASCADE,
      participation_id integer NOT NULL REFERENCES participations ON DELETE CASCADE,
      decoy text NOT NULL CHECK (char_length(decoy) BETWEEN 1 AND 127),
      assigned_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (challenge_id, participation_id)
    );
    CREATE INDEX team_decoys_participation ON team_decoys (participation_id);
  `,
  down: `
    DROP TABLE team_decoys;
    ALTER TABLE flags DROP decoy;
    ALTER TABLE challenges DROP decoy;
  `
}
