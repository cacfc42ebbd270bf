/** Bounds the processor time of rendering a text. Server only. */
import type { MarkedExtension } from 'marked'

/** Milliseconds of processor time. Length is no measure: few kilobytes of brackets can take very long. */
const MAX_MS = 1000

export class TooMuch extends Error {}

/** Cells of a table. A row is filled up to the width of its head, so that two characters can make thousands of cells. */
const MAX_CELLS = 20_000

/** A head with its line of dashes; then its rows, up to a blank line. */
const HEAD = /^([^\n]*)\n(?=[^\n]*-)[ \t]*[|:-][|:\- \t]*(?:\n|$)/

/** Runs before a table is made, which is one step however large it is. */
function boundTable(source: string): false {
  const head = HEAD.exec(source)
  if (!head) return false
  const columns = head[1]!.split('|').length
  const end = /\n[ \t]*\n/.exec(source)?.index
  if (columns * source.slice(0, end).split('\n').length > MAX_CELLS) throw new TooMuch()
  return false
}

/** Extension for the `Marked` of one text: checks the time before every step, and tables, and throws TooMuch. */
export function bounds(): MarkedExtension {
  const end = performance.now() + MAX_MS
  const before = process.cpuUsage()
  const tokenizer = () => {
    if (performance.now() < end) return undefined
    // Counts processor time: on a busy machine, wall time includes other processes.
    const { user, system } = process.cpuUsage(before)
    if (user + system > MAX_MS * 1000) throw new TooMuch()
    return undefined
  }
  const bound = (level: 'block' | 'inline') => ({
    name: `${level}Bound`,
    level,
    tokenizer,
    renderer: () => ''
  })
  return { extensions: [bound('block'), bound('inline')], tokenizer: { table: boundTable } }
}

/** Milliseconds that a rendering is cached, and characters that the cache holds. */
const KEPT_MS = 600_000
const KEPT = 4_000_000

/** Caches renderings, so that a text is not rendered for each reader. */
export function cacheRendering(render: (source: string) => string): (source: string) => string {
  const known = new Map<string, { html: string; until: number }>()
  let size = 0
  const drop = (source: string, html: string) => {
    known.delete(source)
    size -= source.length + html.length
  }
  return (source) => {
    const found = known.get(source)
    if (found && found.until > performance.now()) return found.html
    if (found) drop(source, found.html)
    const html = render(source)
    known.set(source, { html, until: performance.now() + KEPT_MS })
    size += source.length + html.length
    for (const [oldest, one] of known) {
      if (size <= KEPT) break
      drop(oldest, one.html)
    }
    return html
  }
}
