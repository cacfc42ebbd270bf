/** Keeps a text from holding up the process that renders it. Server only. */
import type { MarkedExtension } from 'marked'

/**
 * Work that reading a text may be, in milliseconds of the processor: many times what the longest takes that people write.
 * By time rather than length, since some kilobytes of stars and brackets take as long as megabytes of words.
 */
const MOST_MS = 1000

/** The text took too long. */
export class TooMuch extends Error {}

/** The bounds of one text, for its `Marked`: looks at the clock before every step, and takes none. */
export function bounds(): MarkedExtension {
  const end = performance.now() + MOST_MS
  const before = process.cpuUsage()
  const tokenizer = () => {
    if (performance.now() < end) return undefined
    // On a busy machine the time may have been others'.
    const { user, system } = process.cpuUsage(before)
    if (user + system > MOST_MS * 1000) throw new TooMuch()
    return undefined
  }
  const bound = (level: 'block' | 'inline') => ({
    name: `${level}Bound`,
    level,
    tokenizer,
    renderer: () => ''
  })
  return { extensions: [bound('block'), bound('inline')] }
}

/** How long a rendering is kept, in milliseconds, and how many characters of them. */
const KEPT_MS = 600_000
const KEPT = 4_000_000

/** Renderings of the last minutes, so that a text is not read again for each of its readers. */
export function kept(render: (source: string) => string): (source: string) => string {
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
