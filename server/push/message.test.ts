import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { messageOf } from './message'

const t = ((key: string) => key) as unknown as TFunction
const news = {
  messageId: 1,
  gameId: 7,
  game: 'Cup',
  ticketId: null,
  ticket: null,
  caseNews: null,
  caseNumber: null,
  change: null
}
const saidOf = (text: string) => messageOf({ ...news, type: 'Normal', values: [text] }, t).body

it('a device shows the words of a notice without the marks of Markdown', () => {
  expect(saidOf('**Lunch** is at `pier 3`, see [the map](https://example.org/a_b)')).toBe(
    'Lunch is at pier 3, see the map'
  )
})
