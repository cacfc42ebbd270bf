import { LRUCache } from 'lru-cache'
import { isValidElement, type ReactNode, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { createText, type Words } from '~/app/i18n/text'
import { CachedContext } from '~/app/rendering/cached'
import { keptMarkup } from '~/app/rendering/kept-markup'
import { type Markup, textOf } from '~/app/rendering/markup'
import { type Outline, renderOutline } from '~/app/rendering/outline'
import { jsonMarkup, keyOf, numberOf, renderWhole } from '~/app/rendering/render-cache'
import { type IslandDefinition, IslandRoot } from './define'
import { ISLAND_FILES } from './island-files'
import { type IslandHost, IslandHostContext, type IslandPage, OriginContext } from './page'

/** load: at once; idle: when the browser has time; visible: when scrolled near. */
export type When = 'load' | 'idle' | 'visible'

interface IslandProps<P extends object> {
  of: IslandDefinition<P>
  props: P
  on?: When
  /** Cached for equal properties: depends on them alone (no clock), and times in them are rounded. */
  kept?: boolean
  /** The server composes it from a shared outline instead; same conditions as `kept`. */
  outline?: Outline<P>
}

/** Words by what their island depends on, so that each text is looked up once. */
const knownWords = new LRUCache<string, Words>({ max: 200 })

function wordsOf(key: string, { locale, labels }: IslandPage): Words {
  const known = knownWords.get(key)
  if (known) return known
  const words = { locale, t: createText(locale, labels) }
  knownWords.set(key, words)
  return words
}

/** Markup and JSON of an island; depends on these arguments alone. */
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
    const around = `${place} ${keyOf(page)} `
    const words = wordsOf(around, page)
    const html = renderOutline(outline, props, { keyOf: (common) => around + keyOf(common), render, words })
    return { html, json: jsonMarkup(props) }
  }
  const make = () => render(props, false)
  if (!kept) return { html: make(), json: jsonMarkup(props) }
  const key = `${place} ${keyOf(page)} ${keyOf(props)}`
  return { html: keptMarkup(key, make), json: keptMarkup(`${key} json`, () => jsonMarkup(props)) }
}

/** Server only. Renders an island with its own ids, and what the browser needs to hydrate it. */
export function Island<P extends object>(island: IslandProps<P>) {
  const host = useContext(IslandHostContext)
  const cache = useContext(CachedContext)
  const { of, on = 'load' } = island
  if (!host) throw new Error(`Island ${of.name} outside a page: islands do not nest`)
  const id = host.nextId()
  const { html, json } = contentOf(island, host, id)
  const markupProps = (markup: Markup) => rawHtml(cache ? cache.insert(markup) : textOf(markup))
  return (
    <>
      <div className="contents" data-island={of.name} data-on={on} id={id}>
        <div className="contents" {...markupProps(html)} />
        <script type="application/json" {...markupProps(json)} />
      </div>
      {on === 'load' && <Files of={of.name} />}
    </>
  )
}

/** Markup of a single island; null for anything else. */
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

/** Style sheets load first on slow connections. */
const AFTER_STYLES = { fetchpriority: 'low' }

/** Preloads an island's files in parallel, behind its markup: style sheets and fonts come first. */
function Files({ of }: { of: string }) {
  return (ISLAND_FILES[of] ?? []).map((file) => (
    <link key={file} rel="modulepreload" href={file} {...AFTER_STYLES} />
  ))
}

const files = new Map<string, string>()

function filesOf(name: string): string {
  const made = files.get(name) ?? renderToStaticMarkup(<Files of={name} />)
  files.set(name, made)
  return made
}

function pageFor(host: IslandHost, namespaces: readonly string[]) {
  const names = ['common', ...namespaces]
  return { ...host.page, labels: Object.fromEntries(names.map((name) => [name, host.labels(name)])) }
}
