import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { pushText } from './message'

const t = ((key: string) => key) as unknown as TFunction
const news = {
  messageId: 1,
  gameId: 7,
  game: 'Cup',
  ticketId: null,
  ticket: null,
  given: false,
  caseNews: null,
  caseNumber: null,
  corrected: null,
  listed: true,
  change: null
}
const saidOf = (text: string) => pushText({ ...news, type: 'Normal', values: [text] }, t).body

it('a device shows the words of a notice without the marks of Markdown', () => {
  expect(saidOf('**Lunch** is at `pier 3`, see [the map](https://example.org/a_b)')).toBe(
    'Lunch is at pier 3, see the map'
  )
})

it('a correction is told with the change of points, and leads to the list of corrections where there is one', () => {
  const say = (corrected: number, listed = true) => {
    const words = ((key: string, given?: { points?: string }) =>
      `${key} ${given?.points ?? ''}`) as unknown as TFunction
    const { body, path } = pushText({ ...news, type: null, values: null, corrected, listed }, words)
    return [body, path]
  }
  expect(say(20)).toEqual(['push:corrected +20', '/games/7/Corrections'])
  expect(say(-5, false)).toEqual(['push:corrected −5', '/games/7/Scoreboard'])
  expect(say(0)).toEqual(['push:corrected_bloods', '/games/7/Corrections'])
})
