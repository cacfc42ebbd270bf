import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLOSE } from '~/server/http/tunnels/relay'
import { LOCALES } from '~/server/platform/locales'
import { type Ending, endingOf, mayReconnect, refusalOf } from './endings'

it('every close code of a tunnel has its own ending', () => {
  const endings = Object.values(CLOSE).map(endingOf)
  expect(new Set(endings).size).toBe(endings.length)
  expect(endings).not.toContain('lost')
  expect(endingOf(1006)).toBe('lost')
})

it('the HTTP status gives the reason of a refused connection', () => {
  expect([404, 403, 429, 204, 502, null].map(refusalOf)).toEqual([
    ...['gone', 'gone', 'throttled'],
    ...['lost', 'lost', 'lost']
  ])
})

it('a deleted instance is never reconnected', () => {
  const no: Ending[] = ['instance', 'revoked', 'gone']
  const yes: Ending[] = [
    'done',
    'left',
    'stopping',
    'broken',
    'idle',
    'limit',
    'unreachable',
    'throttled',
    'lost'
  ]
  expect([...no, ...yes].filter(mayReconnect)).toEqual(yes)
})

it.each(LOCALES)('every ending has a text in %s', (locale) => {
  const { ended } = JSON.parse(readFileSync(`locales/${locale}/terminal.json`, 'utf8')) as {
    ended: Record<string, string>
  }
  const all = [...Object.values(CLOSE), 1006].map(endingOf)
  const others = [404, 429].map(refusalOf)
  expect([...all, ...others, 'left'].filter((ending) => !ended[ending])).toEqual([])
})
