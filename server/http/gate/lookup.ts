import type { EndpointTarget, HostNames } from '~/server/instances'

/** Where names lead, asked anew each second at least. */
export type Lookup = (label: string, maxAge: number) => Promise<EndpointTarget | null>

/** Milliseconds. */
export const AGE = {
  /** To let a request in: the connection that it goes by leads to the same instance as long as it is open. */
  admission: 1000,
  /** To connect: the address of an instance that has ended may soon be another's. */
  connection: 100
} as const

/** Names remembered; they are those of instances that were there a second ago. */
const MOST = 2000

/** Nothing is remembered of names that lead nowhere: an instance that is ready is to be found at once. */
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
