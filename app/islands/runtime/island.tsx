import { useContext } from 'react'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { CachedContext } from './cache/cached'
import { type Markup, textOf } from './cache/markup'
import { jsonMarkup, renderWhole } from './cache/render-cache'
import { type IslandDefinition, IslandRoot } from './define'
import { ISLAND_FILES } from './files'
import { type IslandHost, IslandHostContext, OriginContext } from './page'

/** load: at once; idle: when the browser has time; visible: when scrolled near. */
export type When = 'load' | 'idle' | 'visible'

interface IslandProps<P extends object> {
  of: IslandDefinition<P>
  /** JSON only. */
  props: P
  on?: When
}

/** Server only. Renders an island on its own, with its own ids, and leaves what the browser needs to wake it. */
export function Island<P extends object>({ of, props, on = 'load' }: IslandProps<P>) {
  const host = useContext(IslandHostContext)
  const cache = useContext(CachedContext)
  if (!host) throw new Error(`Island ${of.name} outside a page: islands do not nest`)
  const id = host.nextId()
  const tree = (
    <OriginContext.Provider value={host.origin}>
      <IslandRoot island={of} page={pageFor(host, of.labels)} props={props} />
    </OriginContext.Provider>
  )
  const html = (markup: Markup) => rawHtml(cache ? cache.hold(markup) : textOf(markup))
  return (
    <>
      <div className="contents" data-island={of.name} data-on={on} id={id}>
        <div className="contents" {...html(renderWhole(tree, { identifierPrefix: id }))} />
        <script type="application/json" {...html(jsonMarkup(props))} />
      </div>
      {on === 'load' && <Files of={of.name} />}
    </>
  )
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

function pageFor(host: IslandHost, namespaces: readonly string[]) {
  const names = ['common', ...namespaces]
  return { ...host.page, labels: Object.fromEntries(names.map((name) => [name, host.labels(name)])) }
}
