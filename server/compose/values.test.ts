import { expect, it } from 'vitest'
import { checkEndpoints, filledIn, parseCompose } from './index'
import { nearestWord, parseDuration, parseSize, splitWords } from './values'

it.each([
  ['echo a  b', ['echo', 'a', 'b']],
  [`sh -c 'a "b" $x' ""`, ['sh', '-c', 'a "b" $x', '']],
  [`a\\ b "c\\"d" e'f'g`, ['a b', 'c"d', 'efg']],
  ['  ', []],
  [`"a`, null],
  [`it's`, null],
  ['a\\', null]
])('the words of %s are %j', (line, words) => expect(splitWords(line)).toEqual(words))

it.each([
  ['0', 0],
  ['1m30s', 90_000],
  ['1.5s', 1500],
  ['500us', 1],
  ['90', null],
  ['-1s', null],
  ['1 s', null],
  ['s', null]
])('the duration %s is read as %j', (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds))

it.each([
  ['512', 512],
  ['1k', 1024],
  ['0.5 KB', 512],
  ['2T', 2 * 1024 ** 4],
  ['1x', null],
  ['-1m', null],
  ['1e9', null],
  ['', null]
])('the size %s is read as %j', (text, bytes) => expect(parseSize(text)).toBe(bytes))

it('the nearest known word is suggested', () => {
  const known = ['environment', 'image', 'user', 'cpus']
  expect(nearestWord('enviroment', known)).toBe('environment')
  expect(nearestWord('Image', known)).toBe('image')
  expect(nearestWord('cpu', known)).toBe('cpus')
  expect(nearestWord('x'.repeat(5000), known)).toBeNull()
})

it('placeholders are filled in once, and never in filled in values', () => {
  const values = {
    HALYARD_FLAG: 'flag{\x24{HALYARD_TEAM_ID}$$}',
    HALYARD_DECOY: 'flag{no}',
    HALYARD_TEAM_ID: '7'
  }
  expect(filledIn('\x24{HALYARD_FLAG}/\x24{HALYARD_TEAM_ID}', values)).toBe('flag{\x24{HALYARD_TEAM_ID}$$}/7')
  expect(filledIn('\x24{HALYARD_DECOY}', values)).toBe('flag{no}')
  expect(filledIn('$$\x24{HALYARD_TEAM_ID} $$$$', values)).toBe('$7 $$')
  expect(filledIn('$\x24{HALYARD_TEAM_ID}', values)).toBe('\x24{HALYARD_TEAM_ID}')
})

it('endpoints must lead to services', () => {
  const read = parseCompose('services: { web: { image: a, expose: [80] }, db: { image: b } }')
  if (!read.ok) throw new Error('refused')
  const faultsOf = (...endpoints: { service: string | null; port: number }[]) =>
    checkEndpoints(read.spec, endpoints).map(({ index, code }) => [index, code])
  const web = { service: 'web', port: 80 }
  expect(faultsOf(web, { service: 'db', port: 80 }, { service: 'web', port: 81 })).toEqual([])
  expect(faultsOf()).toEqual([[0, 'challenge.endpoint_missing']])
  expect(faultsOf({ service: null, port: 80 }, { service: 'mail', port: 25 })).toEqual([
    [0, 'challenge.endpoint_service'],
    [1, 'challenge.endpoint_service']
  ])
  expect(faultsOf(web, { service: 'db', port: 1 }, web)).toEqual([[2, 'challenge.endpoint_twice']])
})
