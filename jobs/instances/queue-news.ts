import type { Instances } from '~/server/instances'

/** Tells teams in the queue where they stand, when that has changed since it was told. */
export function createQueueNews({ work, signals }: Pick<Instances, 'work' | 'signals'>): () => Promise<void> {
  let told = new Map<string, string>()
  return async () => {
    const places = await work.queue()
    const now = new Map(places.map((one) => [one.id, `${one.place} ${one.total} ${one.estimate}`]))
    const changed = places.filter(({ id }) => now.get(id) !== told.get(id))
    told = now
    if (changed.length > 0) signals.tellQueue({ queue: changed })
  }
}
