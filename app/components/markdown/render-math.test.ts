import { describe, expect, it } from 'vitest'
import { inlineMarkdown, markdown } from './render-markdown'

const text = (source: string) => inlineMarkdown(source).trim()

describe('formulas', () => {
  it('formulas become MathML, inline and as blocks', () => {
    expect(text('so $c = m^e$ here')).toMatch(/^so <math><mrow><mi>c<\/mi>.*<msup>.*<\/math> here$/)
    const html = markdown('Given\n\n$$\nn = p \\cdot q\n$$\n\nfind *p*.')
    expect(html).toContain('<p class="math" tabindex="0"><math display="block" class="tml-display">')
    expect(html).toContain('find <em>p</em>')
    expect(markdown('a $$x$$ b')).toContain('<p>a <math display="block"')
    expect(markdown('a\n$$\nx\n$$')).toMatch(/<p>a<\/p>\s*<p class="math"/)
  })

  it('Markdown does not change the inside of formulas', () => {
    expect(text('$a_1 b_1 * c * d$')).not.toContain('<em>')
    expect(markdown('$$\na & b \\\\\n- c\n$$')).not.toContain('<li>')
  })

  it('prices, variables, escapes and code are no formulas', () => {
    for (const source of [
      'costs $5 and $6',
      'US$5, or $6.',
      'echo $HOME/$USER',
      'a $ b $ c',
      '$ $',
      '\\$a\\$'
    ])
      expect(text(source)).not.toContain('<math')
    expect(text('`$a$`')).toBe('<code>$a$</code>')
    expect(markdown('```\n$$\na\n$$\n```')).not.toContain('<math')
    expect(text('价格$x$元')).toContain('<math')
  })

  it('invalid formulas stay as written', () => {
    expect(text('$\\frac{a$')).toBe('<code>$\\frac{a$</code>')
    expect(text('$\\nope{<b>}$')).toBe('<code>$\\nope{&#60;b&#62;}$</code>')
    expect(text(`$${'x'.repeat(5000)}$`)).toMatch(/^<code>\$x/)
  })

  it('formulas contain no style, script or link', () => {
    const html = text('$\\color{red}{x}$ $\\text{<img src=x onerror=alert(1)>}$ $\\boxed{x}$')
    expect(html).not.toMatch(/ style=|<img/)
    expect(text('$\\href{javascript:alert(1)}{y}$')).toMatch(/^<code>[^<]*<\/code>$/)
    expect(html).toContain('&lt;img')
    expect(text('<math><mtext><img src=x onerror=alert(1)></mtext></math>')).not.toMatch(/<m|onerror/)
  })

  it('formulas cannot break out of attributes', () => {
    const html = markdown('![a $x"y$ b](/assets/p.png "t $z$")')
    expect(html).not.toContain('<math')
    expect(html).toContain('alt="a $x')
    expect(html).not.toMatch(/m[0-9a-f]{24}x/)
  })

  it('formulas that grow without end are refused', () => {
    expect(text('$\\def\\a{\\a\\a}\\a$')).toContain('<code>')
    expect(text('$\\rule{9999em}{9999em}$')).not.toContain('9999em"')
  })
})
