/**
 * `docker`: one machine, reached itself. `swarm`: machines behind a manager, which places instances on them. `kubernetes`: a
 * namespace of a cluster, whose scheduler does.
 */
export const ENGINE_KINDS = ['docker', 'swarm', 'kubernetes'] as const
export type EngineKind = (typeof ENGINE_KINDS)[number]

/** Smallest and largest of what all instances of an engine may take together; `cpu` in tenths of a core. */
export const MAX_BOUNDS = {
  memoryMb: [64, 16_777_216],
  cpu: [1, 1_000_000],
  places: [1, 8192]
} as const

/** A namespace of a cluster: its name, and how long one may be. */
export const NAMESPACE = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
export const MAX_NAMESPACE_LENGTH = 63

/** Characters of an engine's address, and of the names or addresses beside it. */
export const MAX_ADDRESS_LENGTH = 255
