import { createContext, type MouseEvent, useContext } from 'react'
import { isPlain } from '~/app/islands/runtime/is-plain'
import { hrefOf, type Query } from './query'

/** What the pieces of the page share: where it is, and how to go elsewhere. */
export interface PageState {
  gameId: number
  start: number
  query: Query
  /** Shows another view of the page without asking the server. */
  go(query: Query): void
  /** Properties of a link to a view: a real address, followed without a reload when the script runs. */
  link(query: Query): { href: string; onClick(event: MouseEvent): void }
}

const Context = createContext<PageState | null>(null)
export const PageProvider = Context.Provider

export function usePage(): PageState {
  const page = useContext(Context)
  if (!page) throw new Error('Used outside of the challenges page')
  return page
}

/** @see PageState.link */
export const linkTo = (gameId: number, go: PageState['go']) => (query: Query) => ({
  href: hrefOf(gameId, query),
  onClick(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    go(query)
  }
})
