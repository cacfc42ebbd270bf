import { describe, expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { stripMarkdown } from './constants'

describe('Markdown that is not rendered', () => {
  it.each([
    ['**Lunch** is late at `pier 3`', 'Lunch is late at pier 3'],
    ['**Lunch**\n## Menu\n- one', 'Lunch\nMenu\n- one'],
    ['See [the map](https://example.org/a_b) and ![a chart](/c.png)', 'See the map and a chart']
  ])('the marks of %j are removed', (markdown, text) => {
    expect(stripMarkdown(markdown)).toBe(text)
  })

  it.each(['flag_format is flag{a_b_c}', '2 * 3 * 4', '5*3*2', 'Room #3'])(
    'the text %j stays unchanged',
    (text) => expect(stripMarkdown(text)).toBe(text)
  )

  it('a long text takes little time', async () => {
    const parts = ['[', '![', '](', '`', '# ', '[](', '[a](', '[]()']
    await expectQuick(() => {
      for (const part of parts) stripMarkdown(part.repeat(4096 / part.length))
    })
  })
})
