import { hydrateRoot } from 'react-dom/client'
import { type IslandDefinition, IslandRoot } from './define'
import { type IslandPage, PAGE_DATA_ID } from './page'

let shared: IslandPage | undefined

/** What the islands of this page share. */
function islandPage(): IslandPage {
  shared ??= JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '') as IslandPage
  return shared
}

/** Wakes one island: same tree, same ids as on the server. */
export function hydrate(element: Element, island: IslandDefinition<object>): void {
  const [root, data] = element.children
  const props = JSON.parse(data?.textContent ?? '{}') as object
  hydrateRoot(root!, <IslandRoot island={island} page={islandPage()} props={props} />, {
    identifierPrefix: element.id
  })
}
