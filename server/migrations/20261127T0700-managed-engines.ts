import type { Migration } from './types'

/**
 * Engines that administrators add (docs/rules/instances.md#engines-of-administrators): one jobs process at a time serves such
 * an engine, and one at a time tests any engine.
 */
export const managedEngines: Migration = {
  name: '20261127T0700-managed-engines',
  up: `
    ALTER TABLE engines
      -- An administrator added it; the others come from the environment of a jobs process.
      ADD managed boolean NOT NULL DEFAULT false,
      -- Sealed JSON of ca, cert and key, all PEM; null where no TLS is spoken.
      ADD keys text,
      -- Name or address by which players reach published ports, and the address they are published at. Null: the environment's.
      ADD entry text,
      ADD bind text,
      -- Null: what its machine has.
      ADD most_memory_mb integer,
      ADD most_cpu integer,
      ADD most_places integer,
      -- Counts changes of what is above: who is connected connects anew.
      ADD revision integer NOT NULL DEFAULT 1,
      ADD served_by text,
      ADD served_until timestamptz(3),
      ADD tested_by text,
      ADD tested_until timestamptz(3);
  `,
  down: `
    ALTER TABLE engines DROP managed, DROP keys, DROP entry, DROP bind, DROP most_memory_mb, DROP most_cpu, DROP most_places,
      DROP revision, DROP served_by, DROP served_until, DROP tested_by, DROP tested_until;
  `
}
