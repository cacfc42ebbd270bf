/** Formulas in Markdown as MathML, which browsers draw by themselves. Server only. */

import { randomBytes } from 'node:crypto'
import type { MarkedExtension, Tokens } from 'marked'
import sanitize from 'sanitize-html'
import temml from 'temml'
import { escapeHtml } from '~/server/platform/text'

/** Characters; longer formulas stay as written. */
const MAX_FORMULA_LENGTH = 4000
/** Against formulas that grow: most macros expanded, largest lengths in em. */
const BOUNDS = { maxExpand: 500, maxSize: [20, 200] as [number, number] }

const TAGS = [
  ...['math', 'menclose', 'mfrac', 'mi', 'mmultiscripts', 'mn', 'mo', 'mover', 'mpadded', 'mphantom'],
  ...['mprescripts', 'mroot', 'mrow', 'ms', 'mspace', 'msqrt', 'mstyle', 'msub', 'msubsup', 'msup'],
  ...['mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover', 'none']
]
const ATTRIBUTES = [
  ...['accent', 'accentunder', 'columnalign', 'columnspan', 'depth', 'display', 'displaystyle', 'fence'],
  ...['form', 'height', 'largeop', 'linethickness', 'lspace', 'mathvariant', 'maxsize', 'minsize'],
  ...['movablelimits', 'notation', 'rowspan', 'rspace', 'scriptlevel', 'separator', 'stretchy', 'symmetric'],
  ...['voffset', 'width']
]

/** Styles are dropped because the page's policy refuses them; base.css styles the classes. */
const POLICY: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { '*': ATTRIBUTES },
  allowedClasses: { '*': ['tml-*'] }
}

/** Null when it is no valid formula. */
function mathml(tex: string, displayMode: boolean): string | null {
  if (tex.length > MAX_FORMULA_LENGTH) return null
  try {
    return sanitize(temml.renderToString(tex, { ...BOUNDS, displayMode, throwOnError: true }), POLICY)
  } catch {
    return null
  }
}

/** No blank inside the marks and no word or number right behind, so that prices stay prices. */
const INLINE = /^\$(?!\s)((?:\\[^\n]|[^\\$\n])+?)(?<!\s)\$(?![\w$])/
const DISPLAY = /^\$\$((?:\\[\s\S]|[^\\$])+?)\$\$/
const BLOCK = /^ {0,3}\$\$((?:\\[\s\S]|[^\\$])+?)\$\$[ \t]*(?:\n+|$)/

interface MathToken extends Tokens.Generic {
  tex: string
  display: boolean
}

const token = (type: string, match: RegExpExecArray | null, display: boolean): MathToken | undefined =>
  match ? { type, raw: match[0], tex: match[1]!.trim(), display } : undefined

const inlineToken = (src: string) =>
  token('inlineMath', DISPLAY.exec(src), true) ?? token('inlineMath', INLINE.exec(src), false)

/**
 * Marked prints unguessable marks. After sanitising, MathML replaces them between tags, the source in
 * attributes.
 */
export function createMath() {
  const secret = randomBytes(12).toString('hex')
  const formulas: { markup: string; raw: string }[] = []
  const mark = ({ tex, raw, display }: MathToken) => {
    const source = raw.trim()
    const markup = mathml(tex, display) ?? `<code>${escapeHtml(source)}</code>`
    formulas.push({ markup, raw: source })
    return `m${secret}x${formulas.length - 1}m`
  }
  const marks = new RegExp(`m${secret}x(\\d+)m`, 'g')
  const put = (html: string, part: 'markup' | 'raw') =>
    html.replace(marks, (_, index: string) => formulas[Number(index)]![part])

  const extension: MarkedExtension = {
    extensions: [
      {
        name: 'blockMath',
        level: 'block',
        // Called at each paragraph; searches only up to the next blank line.
        start: (src) => /\n {0,3}\$\$/.exec(src.split('\n\n', 1)[0]!)?.index,
        tokenizer: (src) => token('blockMath', BLOCK.exec(src), true),
        renderer: (found) => `<p class="math">${mark(found as MathToken)}</p>\n`
      },
      {
        name: 'inlineMath',
        level: 'inline',
        start: (src) => src.indexOf('$'),
        tokenizer: inlineToken,
        renderer: (found) => mark(found as MathToken)
      }
    ]
  }
  return {
    extension,
    inText: (text: string) => put(text, 'markup'),
    /** For attribute values, before they are escaped. */
    inValue: (value: string) => put(value, 'raw')
  }
}
