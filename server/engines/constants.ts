/** `docker`: one machine, reached itself. `swarm`: machines behind a manager, which places instances on them. */
export const ENGINE_KINDS = ['docker', 'swarm'] as const
export type EngineKind = (typeof ENGINE_KINDS)[number]

/** Smallest and largest of what all instances of an engine may take together; `cpu` in tenths of a core. */
export const MOST_BOUNDS = {
  memoryMb: [64, 16_777_216],
  cpu: [1, 1_000_000],
  places: [1, 8192]
} as const

/** Characters of an engine's address, and of the names or addresses beside it. */
export const ADDRESS_MAX = 255
