import type { Instances } from '~/server/instances'

export function createQueuePublisher({
  work,
  notifications
}: Pick<Instances, 'work' | 'notifications'>): () => Promise<void> {
  let published = new Map<string, string>()
  return async () => {
    const places = await work.queue()
    const now = new Map(places.map((one) => [one.id, `${one.place} ${one.total} ${one.estimate}`]))
    const changed = places.filter(({ id }) => now.get(id) !== published.get(id))
    published = now
    if (changed.length > 0) notifications.publishQueue({ queue: changed })
  }
}
