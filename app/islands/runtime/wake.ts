import type { IslandDefinition } from './define'

/** Islands by folder; each becomes a file of its own that is fetched when one of them wakes. */
const modules = import.meta.glob<{ default: IslandDefinition<object> }>('../*/index.tsx')

/** Fetches what an island needs, and hydrates it. A module of its own: pages without islands do without the list. */
export async function wake(element: Element): Promise<void> {
  const load = modules[`../${element.getAttribute('data-island')}/index.tsx`]
  const [{ hydrate }, island] = await Promise.all([import('./hydrate'), load?.()])
  if (island) hydrate(element, island.default)
}
