/** Markdown written by administrators, as safe HTML. Server only: loaders call it, components print the result. */
import { Marked } from 'marked'
import sanitize from 'sanitize-html'

const marked = new Marked({ gfm: true, breaks: false, async: false })

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
  ...['ol', 'p', 'pre', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul']
]

const common: sanitize.IOptions = {
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    code: ['class'],
    input: ['type', 'checked', 'disabled'],
    pre: ['tabindex'],
    th: ['class'],
    td: ['class']
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  // Scripts and styles go with what is inside them.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'template']
}

/** Headings of a text start below the page's own. */
const lower = (by: number) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`h${n}`, sanitize.simpleTransform(`h${Math.min(6, n + by)}`, {})])
  )

const outside = sanitize.simpleTransform('a', { rel: 'nofollow noopener' })

/** A text with blocks: headings (below h1), lists, tables, code, images. */
export function markdown(source: string): string {
  return sanitize(marked.parse(source) as string, {
    ...common,
    allowedTags: [...INLINE, ...BLOCK],
    // Task lists are the only inputs.
    exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
    transformTags: {
      ...lower(1),
      a: outside,
      // A picture without words is decoration.
      img: (tagName, attribs) => ({ tagName, attribs: { alt: '', loading: 'lazy', ...attribs } }),
      // Wide code scrolls, so the keyboard must reach it.
      pre: sanitize.simpleTransform('pre', { tabindex: '0' }),
      input: sanitize.simpleTransform('input', { disabled: '' })
    }
  })
}

/** One line: emphasis, code, links. */
export function inlineMarkdown(source: string): string {
  return sanitize(marked.parseInline(source) as string, {
    ...common,
    allowedTags: INLINE,
    transformTags: { a: outside }
  })
}
