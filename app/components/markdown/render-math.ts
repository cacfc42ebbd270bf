/** Formulas in Markdown as MathML, which browsers draw by themselves. Server only. */
import { randomBytes } from 'node:crypto'
import type { MarkedExtension, Tokens } from 'marked'
import sanitize from 'sanitize-html'
import temml from 'temml'

/** Longest formula, in characters; what is longer stays as it was written. */
const LONGEST = 4000
/** Bounds against formulas that grow: macros expanded, and lengths in em. */
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

/** Styles are dropped, because the page's policy refuses them; base.css knows the classes. */
const POLICY: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { '*': ATTRIBUTES },
  allowedClasses: { '*': ['tml-*'] }
}

/** A text as HTML, between tags and in the value of an attribute alike. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A formula as MathML; null when it is none. */
function mathml(tex: string, displayMode: boolean): string | null {
  if (tex.length > LONGEST) return null
  try {
    return sanitize(temml.renderToString(tex, { ...BOUNDS, displayMode, throwOnError: true }), POLICY)
  } catch {
    return null
  }
}

/** As in other editors: no blank inside the marks, no word or number right behind, so that prices stay prices. */
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
 * The formulas of one text. Each is printed as a mark that nobody can guess. The sanitiser puts the formulas in place of
 * the marks: between tags as MathML, so that the rules for what authors write need not allow it; in attributes as the
 * author wrote them, before the sanitiser escapes the value.
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
        // Asked at each paragraph for what may end it: a blank line does before.
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
    /** For the text between tags, escaped: formulas in place of their marks. */
    inText: (text: string) => put(text, 'markup'),
    /** For the value of an attribute, such as the words of a picture, before it is escaped: what was written. */
    inValue: (value: string) => put(value, 'raw')
  }
}
