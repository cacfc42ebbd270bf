import { describe, expect, it } from 'vitest'
import { plainOf } from './plain'

describe('Markdown that is not rendered', () => {
  it.each([
    ['**Lunch** is *served* at `pier 3`', 'Lunch is served at pier 3'],
    ['__Lunch__ is _served_, ~~late~~', 'Lunch is served, late'],
    ['# Lunch\n\n- one\n- two\n1. three', 'Lunch\n\none\ntwo\nthree'],
    ['> See [the map](https://example.org/a_b) and ![a chart](/c.png)', 'See the map and a chart'],
    ['```sh\nnc host 1\n```', 'nc host 1']
  ])('is read without its marks: %j', (markdown, text) => {
    expect(plainOf(markdown)).toBe(text)
  })

  it.each(['flag_format is flag{a_b_c}', '2 * 3 * 4', '5*3*2', 'Meet at 3 - or 4', 'a ** b', 'x_1 and _y'])(
    'keeps what is no mark: %j',
    (text) => expect(plainOf(text)).toBe(text)
  )

  it('takes no long time for a long text', () => {
    const began = performance.now()
    for (const text of ['*', '[', '`', '_a ', '** ', '[]('].map((part) => part.repeat(4096 / part.length)))
      plainOf(text)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
