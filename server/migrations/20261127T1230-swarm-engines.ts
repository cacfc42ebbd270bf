import type { Migration } from './types'

/** Managers of Docker Swarms as engines (docs/rules/instances.md#swarms). Rows that are there stay what they are. */
export const swarmEngines: Migration = {
  name: '20261127T1230-swarm-engines',
  up: `
    ALTER TABLE engines DROP CONSTRAINT engines_kind_check,
      ADD CONSTRAINT engines_kind_check CHECK (kind IN ('docker', 'swarm'));
  `,
  down: `
    DELETE FROM engines WHERE kind = 'swarm';
    ALTER TABLE engines DROP CONSTRAINT engines_kind_check,
      ADD CONSTRAINT engines_kind_check CHECK (kind = 'docker');
  `
}
