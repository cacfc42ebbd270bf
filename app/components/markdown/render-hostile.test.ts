import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { inlineMarkdown, markdown } from './render-markdown'

function attributesOf(html: string): [name: string, value: string][] {
  const found: [string, string][] = []
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      for (const [name, value] of Object.entries(attributes)) found.push([`${tag} ${name}`, value])
    }
  })
  parser.end(html)
  return found
}

const MATHML =
  /^m[a-z]+ (accent|accentunder|class|columnalign|columnspan|depth|display|displaystyle|fence|form|height|largeop|linethickness|lspace|mathvariant|maxsize|minsize|movablelimits|notation|rowspan|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width)$/
const HTML =
  /^(a (href|title|rel)|img (src|alt|title|width|height|loading)|ol start|code class|input (type|checked|disabled)|p (class|tabindex)|pre tabindex|t[hd] class)$/

function expectHarmless(html: string): void {
  for (const [name, value] of attributesOf(html)) {
    expect(name).toMatch(name.startsWith('m') ? MATHML : HTML)
    if (/ (href|src)$/.test(name)) expect(value).not.toMatch(/^[\s\0-\x20]*(javascript|vbscript|data:text)/i)
    if (/^(p|code|t[hd]) class$/.test(name)) expect(value).toMatch(/^(math|language-\S*|)$/)
  }
  expect(html).not.toMatch(/<(script|style|iframe|form|button|svg|object|template|base|meta|link)\b/i)
}

const pieces = fc.constantFrom(
  ...['$', '$$', '"', "'", '`', '![', '](', ')', '[', ']', '<', '>', '\\', '\n', '\n\n', ' ', '|', '&quot;'],
  ...[
    '<img alt="',
    '<p class=',
    '<a href="',
    '</p>',
    '<b ',
    '" onerror="alert(1)',
    " id='x'",
    'data-until=1 '
  ],
  ...[
    'x',
    '\\frac{a}{b}',
    '\\text{',
    '}',
    '\\href{javascript:1}{',
    '/x.png',
    'javascript:1',
    '<!--',
    '-->',
    '- [ ] '
  ]
)

const mixed = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''))
const texts = fc.oneof(
  mixed,
  mixed.map((words) => `![$${words}$](/x.png)`),
  mixed.map((words) => `![a](/x.png "$${words}$")`),
  mixed.map((words) => `[$${words}$](/x '${words}')`),
  mixed.map((words) => `<img src="/x.png" alt="$${words}$">`)
)

describe('a hostile text', () => {
  it.each([
    '![$x" onerror="alert(1)" id="app$](/x.png)',
    '![$x" data-until="1" data-then="1$](/x.png)',
    "![$x' onerror='alert(1)$](/x.png)",
    '![$$x" onerror="alert(1)"$$](/x.png "$y" id="z$")',
    '[$x" onclick="alert(1)$](/x "$y" onclick="1$")',
    '<img src="/x.png" alt="$a$" title="$b\\" onerror=1$">',
    '<p class="$x" id="a$">$y" id="b$</p>',
    '`$x" id="y$` $`<b id=x>`$'
  ])('a formula cannot create attributes: %s', (source) => {
    expectHarmless(markdown(source))
    expectHarmless(inlineMarkdown(source))
  })

  it('the alternative text of a picture shows a formula as written', () => {
    const [, alt] = attributesOf(markdown("![a $x\" & 'y' <b>$ c](/x.png)")).find(
      ([name]) => name === 'img alt'
    )!
    expect(alt).toBe("a $x\" & 'y' <b>$ c")
  })

  it('no mixture of Markdown, HTML and formulas creates an attribute outside of the rules', () => {
    fc.assert(
      fc.property(texts, (source) => {
        expectHarmless(markdown(source))
        expectHarmless(inlineMarkdown(source))
      }),
      { numRuns: 500 }
    )
  })
})
