import type { IslandDefinition } from './islands/runtime/define'
import './islands/runtime/shell'

/** Islands by folder; each becomes a file of its own that is fetched when one of them wakes. */
const modules = import.meta.glob('./islands/*/index.tsx')

async function wake(element: Element): Promise<void> {
  const name = element.getAttribute('data-island')
  const load = modules[`./islands/${name}/index.tsx`] as
    | (() => Promise<{ default: IslandDefinition<object> }>)
    | undefined
  const [{ hydrate }, island] = await Promise.all([import('./islands/runtime/hydrate'), load?.()])
  if (island) hydrate(element, island.default)
}

function visible(element: Element): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      void wake(element)
    },
    { rootMargin: '200px' }
  )
  // The wrappers have no box of their own; the island's first element does.
  observer.observe(element.firstElementChild?.firstElementChild ?? element)
}

for (const element of document.querySelectorAll('[data-island]')) {
  const when = element.getAttribute('data-on')
  if (when === 'visible') visible(element)
  else if (when === 'idle' && 'requestIdleCallback' in window) requestIdleCallback(() => void wake(element))
  else void wake(element)
}
