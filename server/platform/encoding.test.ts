import { expect, it } from 'vitest'
import { acceptedEncoding } from './encoding'

it.each([
  [null, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0 , gzip;q=0.5', 'gzip'],
  ['br;q=0.1', 'br'],
  ['br; q=0, gzip; q=0.000', null]
])('Accept-Encoding %j: %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
