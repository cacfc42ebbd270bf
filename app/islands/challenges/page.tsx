import { type ComponentType, createContext, type MouseEvent, useContext } from 'react'
import { isPlain } from '~/app/islands/runtime/is-plain'
import { Cached } from '~/app/rendering/cached'
import { hrefOf, type Query } from './query'

export interface PageState {
  gameId: number
  start: number
  query: Query
  playing: boolean
  /** Shows another view without a request for a page. */
  go(query: Query): void
  /** Attributes of a link to a view: a real address, followed without a reload when the script runs. */
  link(query: Query): { href: string; onClick(event: MouseEvent): void }
}

const Context = createContext<PageState | null>(null)
export const PageProvider = Context.Provider

/** @throws Error outside of the challenges page */
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

interface PartProps<P> {
  page: Omit<PageState, 'link'>
  props: P
}

const parts = new WeakMap<object, ComponentType<PartProps<never>>>()

/** Wraps a component in the page's state, memoised. */
function partOf<P extends object>(Of: ComponentType<P>): ComponentType<PartProps<P>> {
  const known = parts.get(Of) as ComponentType<PartProps<P>> | undefined
  if (known) return known
  const Part = ({ page, props }: PartProps<P>) => (
    <PageProvider value={{ ...page, link: linkTo(page.gameId, page.go) }}>
      <Of {...props} />
    </PageProvider>
  )
  parts.set(Of, Part)
  return Part
}

interface CachedPartProps<P> {
  of: ComponentType<P>
  props: P
  name?: string
}

export function CachedPart<P extends object>(part: CachedPartProps<P>) {
  const { link: _, ...page } = usePage()
  return cachedPart(page, part)
}

export const cachedPart = <P extends object>(
  page: PartProps<P>['page'],
  { of, props, name }: CachedPartProps<P>
) => <Cached name={name} of={partOf(of)} props={{ page, props }} />
