import type { IslandDefinition } from './define'
import { hydrate } from './hydrate'

/** Islands by folder; each becomes a file of its own that is fetched when one of them wakes. */
const modules = import.meta.glob<{ default: IslandDefinition<object> }>('../*/index.tsx')

/** Fetches an island, and hydrates it. In a file that comes later: pages without islands do without React and the list. */
export async function wake(element: Element): Promise<void> {
  const load = modules[`../${element.getAttribute('data-island')}/index.tsx`]
  const island = await load?.()
  if (island) hydrate(element, island.default)
}
