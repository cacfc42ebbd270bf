import type { IslandDefinition } from './define'
import { hydrate } from './hydrate'

const modules = import.meta.glob<{ default: IslandDefinition<object> }>('../*/index.tsx')

/** A file of its own, so that pages without islands need neither React nor this list. */
export async function load(element: Element): Promise<void> {
  const load = modules[`../${element.getAttribute('data-island')}/index.tsx`]
  const island = await load?.()
  if (island) hydrate(element, island.default)
}
