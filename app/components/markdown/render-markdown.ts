/** Markdown of administrators as safe HTML. Server only: loaders call it, components print the result. */
import { Marked, type MarkedExtension } from 'marked'
import sanitize from 'sanitize-html'
import { escapeHtml } from '~/server/platform/text'
import { highlighting } from './highlight'
import { bounds, cacheRendering, TooMuch } from './render-bounds'
import { createMath } from './render-math'

const INLINE = ['a', 'b', 'br', 'code', 'del', 'em', 'i', 'kbd', 's', 'small', 'strong', 'sub', 'sup']
const BLOCK = [
  ...[
    'blockquote',
    'dd',
    'details',
    'dl',
    'dt',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'img',
    'input',
    'li'
  ],
  ...['ol', 'p', 'pre', 'span', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul']
]

const common: sanitize.IOptions = {
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    code: ['class'],
    input: ['type', 'checked', 'disabled'],
    p: ['class', 'tabindex'],
    pre: ['tabindex'],
    span: ['class'],
    table: ['tabindex'],
    th: ['class'],
    td: ['class']
  },
  allowedClasses: { code: ['language-*'], p: ['math'], span: ['hljs-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'template']
}

const lower = (by: number) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`h${n}`, sanitize.simpleTransform(`h${Math.min(6, n + by)}`, {})])
  )

const outside = sanitize.simpleTransform('a', { rel: 'nofollow noopener' })

/** RangeError: nested deeper than the stack. */
const isTooMuch = (error: unknown) => error instanceof TooMuch || error instanceof RangeError

/** Renders one text with formulas; a text that takes too long is shown as written. */
function rendered(
  source: string,
  rules: sanitize.IOptions,
  run: (marked: Marked) => string,
  plain: (text: string) => string
): string {
  const math = createMath()
  try {
    const options = { gfm: true, breaks: false, async: false } as const
    const html = run(new Marked(options, math.extension, bounds(), TABLES, highlighting()))
    const inValues: sanitize.Transformer = (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(Object.entries(attribs).map(([name, value]) => [name, math.inValue(value)]))
    })
    const transformTags = { ...rules.transformTags, '*': inValues }
    return sanitize(html, { ...common, ...rules, transformTags, textFilter: math.inText })
  } catch (error) {
    if (!isTooMuch(error)) throw error
    return plain(escapeHtml(source))
  }
}

const FORMULA: Record<string, string> = { class: 'math', tabindex: '0' }

const BLOCKS: sanitize.IOptions = {
  allowedTags: [...INLINE, ...BLOCK],
  // Task lists are the only inputs.
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  transformTags: {
    ...lower(1),
    a: outside,
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', loading: 'lazy', ...attribs } }),
    // Both scroll where they are too wide, by keyboard too.
    pre: sanitize.simpleTransform('pre', { tabindex: '0' }),
    table: sanitize.simpleTransform('table', { tabindex: '0' }),
    p: (tagName, attribs) => ({ tagName, attribs: attribs.class === 'math' ? FORMULA : {} }),
    input: sanitize.simpleTransform('input', { disabled: '' })
  }
}

/** A heading cell without words says nothing to a screen reader, so it is no heading. */
const TABLES: MarkedExtension = {
  renderer: { tablecell: ({ header, tokens }) => (header && tokens.length === 0 ? '<td></td>\n' : false) }
}

const LINE: sanitize.IOptions = { allowedTags: INLINE, transformTags: { a: outside } }

/** HTML of a text with blocks: headings (below h1), lists, tables, code, formulas, images. */
export const markdown = cacheRendering((source) =>
  rendered(
    source,
    BLOCKS,
    (marked) => marked.parse(source) as string,
    (text) => `<pre tabindex="0">${text}</pre>`
  )
)

/** HTML of one line: emphasis, code, formulas, links. */
export const inlineMarkdown = cacheRendering((source) =>
  rendered(
    source,
    LINE,
    (marked) => marked.parseInline(source) as string,
    (text) => text
  )
)

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

interface DocumentRules {
  /** The id of a heading, from its Markdown; asked in order. */
  idOf(heading: string): string
  /** The address in the product; null leaves a link or a picture without one. */
  addressOf(address: string): string | null
}

/** HTML of one of the repository's own documents: headings keep their level and get ids. */
export function documentHtml(source: string, { idOf, addressOf }: DocumentRules): string {
  const change: sanitize.Transformer = (tagName, { href, src, ...others }) => {
    const address = href ?? src
    const next = address === undefined ? null : addressOf(address)
    if (next === null) return { tagName, attribs: others }
    return { tagName, attribs: { ...others, [tagName === 'img' ? 'src' : 'href']: next } }
  }
  const rules: sanitize.IOptions = {
    ...BLOCKS,
    allowedAttributes: {
      ...common.allowedAttributes,
      ...Object.fromEntries(HEADINGS.map((name) => [name, ['id']]))
    },
    transformTags: {
      pre: sanitize.simpleTransform('pre', { tabindex: '0' }),
      table: sanitize.simpleTransform('table', { tabindex: '0' }),
      a: change,
      img: change
    }
  }
  return rendered(
    source,
    rules,
    (marked) => {
      marked.use({
        renderer: {
          heading({ tokens, depth, text }) {
            return `<h${depth} id="${escapeHtml(idOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
          }
        }
      })
      return marked.parse(source) as string
    },
    (text) => `<pre tabindex="0">${text}</pre>`
  )
}

const WORDS: sanitize.IOptions = {
  allowedTags: [],
  nonTextTags: common.nonTextTags,
  // Undoes the sanitiser's escaping.
  textFilter: (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
}

/** Words of one line as plain text; one that takes too long as written. Not safe as HTML. */
export const plainText = cacheRendering((source) => {
  try {
    const marked = new Marked({ gfm: true, async: false }, bounds())
    return sanitize(marked.parseInline(source) as string, WORDS)
  } catch (error) {
    if (!isTooMuch(error)) throw error
    return source
  }
})

/** Rendered HTML with other addresses in links and images; null leaves one out. What comes out is sanitised again. */
export function relinked(html: string, addressOf: (address: string) => string | null): string {
  const change: sanitize.Transformer = (tagName, attribs) => {
    const { href, src, ...others } = attribs
    const changed = Object.entries({ href, src }).flatMap(([name, address]) => {
      const next = address === undefined ? null : addressOf(address)
      return next === null ? [] : [[name, next] as const]
    })
    return { tagName, attribs: { ...others, ...Object.fromEntries(changed) } }
  }
  return sanitize(html, {
    ...common,
    allowedTags: [...INLINE, ...BLOCK],
    transformTags: { a: change, img: change }
  })
}
