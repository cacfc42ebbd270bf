import { isValidElement, type ReactNode, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { CachedContext } from './cache/cached'
import { keptMarkup } from './cache/kept-markup'
import { type Markup, textOf } from './cache/markup'
import { type Outline, outlined } from './cache/outline'
import { jsonMarkup, keyOf, numberOf, renderWhole } from './cache/render-cache'
import { type IslandDefinition, IslandRoot } from './define'
import { ISLAND_FILES } from './files'
import { type IslandHost, IslandHostContext, OriginContext } from './page'
import { createText } from './words/text'

/** load: at once; idle: when the browser has time; visible: when scrolled near. */
export type When = 'load' | 'idle' | 'visible'

interface IslandProps<P extends object> {
  of: IslandDefinition<P>
  /** JSON only. */
  props: P
  on?: When
  /**
   * The server keeps its markup for equal properties. What it shows must follow from them alone, so not from a clock; and
   * they should stay equal for a while, so a time among them is rounded.
   */
  kept?: boolean
  /** The server puts it together from an outline that many readers share, and then keeps it no more; conditions as for `kept`. */
  outline?: Outline<P>
}

/** Markup and JSON of an island on a page: all that is made of it follows from these arguments. */
function contentOf<P extends object>(
  { of, props, kept = false, outline }: IslandProps<P>,
  host: IslandHost,
  id: string
) {
  const page = pageFor(host, of.labels)
  const render = (props: P, outline: boolean) =>
    renderWhole(
      <OriginContext.Provider value={host.origin}>
        <IslandRoot island={of} page={page} props={props} />
      </OriginContext.Provider>,
      { identifierPrefix: id, outline }
    )
  const place = `${numberOf(of.Component)} ${id} ${host.origin}`
  if (outline) {
    const words = { locale: page.locale, t: createText(page.locale, page.labels) }
    const around = `${place} ${keyOf(page)} `
    const html = outlined(outline, props, { keyOf: (common) => around + keyOf(common), render, words })
    return { html, json: jsonMarkup(props) }
  }
  const make = () => render(props, false)
  if (!kept) return { html: make(), json: jsonMarkup(props) }
  const key = `${place} ${keyOf(page)} ${keyOf(props)}`
  return { html: keptMarkup(key, make), json: keptMarkup(`${key} json`, () => jsonMarkup(props)) }
}

/** Server only. Renders an island on its own, with its own ids, and leaves what the browser needs to wake it. */
export function Island<P extends object>(island: IslandProps<P>) {
  const host = useContext(IslandHostContext)
  const cache = useContext(CachedContext)
  const { of, on = 'load' } = island
  if (!host) throw new Error(`Island ${of.name} outside a page: islands do not nest`)
  const id = host.nextId()
  const { html, json } = contentOf(island, host, id)
  const held = (markup: Markup) => rawHtml(cache ? cache.hold(markup) : textOf(markup))
  return (
    <>
      <div className="contents" data-island={of.name} data-on={on} id={id}>
        <div className="contents" {...held(html)} />
        <script type="application/json" {...held(json)} />
      </div>
      {on === 'load' && <Files of={of.name} />}
    </>
  )
}

/** The markup of what is an island and nothing else, as React would write it; null for anything else. */
export function islandOf(node: ReactNode, host: IslandHost): Markup | null {
  if (!isValidElement<IslandProps<object>>(node) || node.type !== Island) return null
  const { of, on = 'load' } = node.props
  const id = host.nextId()
  const { html, json } = contentOf(node.props, host, id)
  return [
    `<div class="contents" data-island="${of.name}" data-on="${on}" id="${id}"><div class="contents">`,
    html,
    '</div><script type="application/json">',
    json,
    '</script></div>',
    on === 'load' ? filesOf(of.name) : ''
  ]
}

/** Low: what the page is drawn with comes first, on a line that is slow. */
const AFTER_STYLES = { fetchpriority: 'low' }

/**
 * Has the browser fetch all files of an island side by side, not each when the one before it asks. They are named behind the
 * island's markup: on a line that is slow, style sheets and letters are half there by then.
 */
function Files({ of }: { of: string }) {
  return (ISLAND_FILES[of] ?? []).map((file) => (
    <link key={file} rel="modulepreload" href={file} {...AFTER_STYLES} />
  ))
}

const files = new Map<string, string>()

/** The same as markup; made once, since a build does not change. */
function filesOf(name: string): string {
  const made = files.get(name) ?? renderToStaticMarkup(<Files of={name} />)
  files.set(name, made)
  return made
}

function pageFor(host: IslandHost, namespaces: readonly string[]) {
  const names = ['common', ...namespaces]
  return { ...host.page, labels: Object.fromEntries(names.map((name) => [name, host.labels(name)])) }
}
