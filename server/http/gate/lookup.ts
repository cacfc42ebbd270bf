import type { EndpointTarget, HostNames } from '~/server/instances'

/** Looks up a host name; a cached result is `maxAge` milliseconds old at most. */
export type Lookup = (label: string, maxAge: number) => Promise<EndpointTarget | null>

export const AGE = {
  /** A request: its connection stays with the same instance. */
  admission: 1000,
  /** A connection: the address of an ended instance may soon belong to another. */
  connection: 100
} as const

const MAX_CACHED = 2000

/** Caches no missing names, because a new instance must be found at once. */
export function createLookup({ find }: HostNames): Lookup {
  const known = new Map<string, { target: EndpointTarget; at: number }>()
  return async (label, maxAge) => {
    const before = known.get(label)
    if (before && performance.now() - before.at <= maxAge) return before.target
    const at = performance.now()
    const target = await find(label)
    if (!target) known.delete(label)
    else {
      if (known.size >= MAX_CACHED) known.clear()
      known.set(label, { target, at })
    }
    return target
  }
}
