import { describe, expect, it } from 'vitest'
import { type Mark, marked } from './marks'

/** Applies a mark to the text between the bars; returns the new selection with bars. */
function press(mark: Mark, shown: string): string {
  const [before = '', selected = '', after = ''] = shown.split('|')
  const { insert, from, to } = marked(
    mark,
    before + selected + after,
    before.length,
    before.length + selected.length
  )
  const text = before + insert + after
  return `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`
}

describe('marked', () => {
  it.each<[Mark, string, string]>([
    ['bold', 'a |word| b', 'a **|word|** b'],
    ['bold', 'a || b', 'a **||** b'],
    ['italic', '|x|', '*|x|*'],
    ['code', 'run |ls| now', 'run `|ls|` now'],
    ['code', '|a\nb|', '```\n|a\nb|\n```'],
    ['code', '|a\nb\n|c', '```\n|a\nb\n|```\nc'],
    ['link', 'see |here|', 'see [here](|https://|)'],
    ['link', 'see ||', 'see [||](https://)'],
    ['image', '|map|', '![map](|https://|)'],
    ['list', '|a\nb|', '- a\n- b||']
  ])('the mark %s changes %j', (mark, shown, expected) => expect(press(mark, shown)).toBe(expected))
})
