import { type ReactElement, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type IslandDefinition, IslandRoot } from './define'
import { type IslandPage, PAGE_DATA_ID } from './page'

let shared: IslandPage | undefined

function islandPage(): IslandPage {
  shared ??= JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '') as IslandPage
  return shared
}

/** Marks the island once its handlers work: effects of parents run after those of children. */
function Hydrated({ element, children }: { element: Element; children: ReactElement }) {
  useEffect(() => element.setAttribute('data-awake', ''), [element])
  return children
}

/** The element's first child is the island's markup, its second one the JSON of its props. */
export function hydrate(element: Element, island: IslandDefinition<object>): void {
  const [root, data] = element.children
  const props = JSON.parse(data?.textContent ?? '{}') as object
  const tree = (
    <Hydrated element={element}>
      <IslandRoot island={island} page={islandPage()} props={props} />
    </Hydrated>
  )
  // A transition works in slices; at once, a board blocks a slow phone for half a second.
  startTransition(() => void hydrateRoot(root!, tree, { identifierPrefix: element.id }))
}
