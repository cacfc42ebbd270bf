import { describe, expect, it } from 'vitest'
import { inlineMarkdown, markdown, plainText } from './render-markdown'

describe('a text that is too much work', () => {
  const hard = '*a_'.repeat(20_000)
  const ending = (html: string) => [html.length, html.slice(0, 20), html.slice(-40)]

  it('a text or line that takes too long is shown as written', () => {
    const source = `${hard}<img src=x onerror=alert(1)>`
    const shown = `${hard}&#60;img src=x onerror=alert(1)&#62;`
    expect(ending(markdown(source))).toEqual(ending(`<pre tabindex="0">${shown}</pre>`))
    expect(ending(inlineMarkdown(source))).toEqual(ending(shown))
    expect(ending(plainText(source))).toEqual(ending(source))
  })

  it('a table that grows by its empty cells is shown as written', () => {
    const source = `${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|\n'.repeat(60_000)}`
    expect(ending(markdown(source))).toEqual(ending(`<pre tabindex="0">${source}</pre>`))
    const most = markdown(`|a|b|c|\n|-|-|-|\n${'|1\n'.repeat(3900)}\n${'|\n'.repeat(60_000)}`)
    expect(most.match(/<tr>/g)).toHaveLength(3901)
  })

  it('a text that is nested too deeply is shown as written', () => {
    const shown = '&#62;'.repeat(100_000)
    expect(ending(markdown('>'.repeat(100_000)))).toEqual(ending(`<pre tabindex="0">${shown}</pre>`))
  })

  it('a text is rendered once for all its readers', () => {
    const start = performance.now()
    for (let reader = 0; reader < 50; reader++) markdown(`${hard}!`)
    expect(performance.now() - start).toBeLessThan(25_000)
  })
})

describe('markdown', () => {
  it('an empty cell of a table’s head is no heading', () => {
    const html = markdown('| | First |\n|---|---|\n| Points | 3 |')
    expect(html).toContain('<td></td>')
    expect(html.match(/<th[ >]/g)).toHaveLength(1)
  })

  it('code, tables, lists and images are rendered', () => {
    const html = markdown(
      '# Rules\n\n- a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```py\nprint(1)\n```\n\n![p](/assets/x/p.png)'
    )
    expect(html).toContain('<h2>Rules</h2>')
    expect(html).toContain('<td>2</td>')
    expect(html).toContain('<pre tabindex="0"><code class="language-py">')
    expect(html).toContain('<img alt="p" loading="lazy" src="/assets/x/p.png" />')
  })

  it('code that names its language is coloured; what is unknown or too long stands plain', () => {
    const fence = (language: string, code: string) => markdown(`\`\`\`${language}\n${code}\n\`\`\``)
    const python = fence('py', 'if x: print("<b>")')
    expect(python).toContain('<code class="language-py"><span class="hljs-keyword">if</span>')
    expect(python).toContain('<span class="hljs-string">"&lt;b&gt;"</span>')
    const plain = [fence('', 'if x'), fence('nope', 'if x'), fence('py', `if ${'x'.repeat(300)}`)]
    const long = markdown(`~~~py\n${'if x\n'.repeat(1900)}~~~\n\n~~~js\n${'if (x) 1\n'.repeat(100)}~~~`)
    expect(long).toContain('language-js')
    expect(long.split('language-js')[0]).toContain('hljs-keyword')
    for (const html of [...plain, long.split('language-js')[1]!]) expect(html).not.toContain('hljs')
  })

  it('an author’s own span keeps nothing but classes of code', () => {
    const html = markdown('<span class="hljs-string modal" style="position:fixed" id="x">a</span>')
    expect(html).toBe('<p><span class="hljs-string">a</span></p>\n')
  })

  it('links are marked as external', () => {
    expect(markdown('[a](https://x.example)')).toContain(
      '<a href="https://x.example" rel="nofollow noopener">'
    )
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '<iframe src="https://x.example"></iframe>',
    '<a href="//evil.example">x</a>',
    '<style>body{display:none}</style>',
    '<form action="/x"><input name="password" type="password"><button>go</button></form>',
    '<svg onload=alert(1)><animate onbegin=alert(1)></svg>',
    '<p style="position:fixed" class="loader-screen" id="main">x</p>',
    '<details open ontoggle=alert(1)>'
  ])('nothing harmful remains of %s', (source) => {
    for (const html of [markdown(source), inlineMarkdown(source)]) {
      expect(html).not.toMatch(/<(script|style|iframe|form|button|svg|animate)/i)
      expect(html).not.toMatch(/\son\w+=|javascript:|style=|id=|type="password"|href="\/\/|class="loader/i)
      expect(html).not.toContain('data:text')
    }
  })

  it('plain words stay unchanged', () => {
    expect(plainText('**Salt** & `a < b` [there](https://x.example) <script>x</script> &lt;i&gt;')).toBe(
      'Salt & a < b there  <i>'
    )
  })

  it('inline text stays on one line', () => {
    expect(inlineMarkdown('# no **bold**')).toBe('# no <strong>bold</strong>')
  })
})
