import type { Migration } from './types'

/** Namespaces of Kubernetes clusters as engines (docs/rules/instances.md#kubernetes). Rows that are there stay what they are. */
export const kubernetesEngines: Migration = {
  name: '20261127T2100-kubernetes-engines',
  up: `
    ALTER TABLE engines ADD COLUMN namespace text,
      DROP CONSTRAINT engines_kind_check,
      ADD CONSTRAINT engines_kind_check CHECK (kind IN ('docker', 'swarm', 'kubernetes')),
      ADD CONSTRAINT engines_namespace_check CHECK ((kind = 'kubernetes') = (namespace IS NOT NULL));
  `,
  down: `
    DELETE FROM engines WHERE kind = 'kubernetes';
    ALTER TABLE engines DROP COLUMN namespace,
      DROP CONSTRAINT engines_kind_check,
      ADD CONSTRAINT engines_kind_check CHECK (kind IN ('docker', 'swarm'));
  `
}
