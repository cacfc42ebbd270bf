import type { EndpointTarget, HostNames } from '~/server/instances'

/** Cached lookups of host names, read again after a second at most. */
export type Lookup = (label: string, maxAge: number) => Promise<EndpointTarget | null>

/** Milliseconds. */
export const AGE = {
  /** To admit a request: its connection leads to the same instance for as long as it is open. */
  admission: 1000,
  /** To connect: the address of an instance that has ended may soon be another's. */
  connection: 100
} as const

/** Names in the cache: those of instances that existed a second ago. */
const MOST = 2000

/** Names without an instance are not cached: a new instance must be found at once. */
export function createLookup({ find }: HostNames): Lookup {
  const known = new Map<string, { target: EndpointTarget; at: number }>()
  return async (label, maxAge) => {
    const before = known.get(label)
    if (before && performance.now() - before.at <= maxAge) return before.target
    const at = performance.now()
    const target = await find(label)
    if (!target) known.delete(label)
    else {
      if (known.size >= MOST) known.clear()
      known.set(label, { target, at })
    }
    return target
  }
}
