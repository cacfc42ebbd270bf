import { expect, it } from 'vitest'
import { formatBytes } from './bytes'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [48_200, '48.2 KB'],
  [99_949, '99.9 KB'],
  [99_950, '100 KB'],
  [999_499, '999 KB'],
  [999_960, '1.0 MB'],
  [20_000_000, '20.0 MB'],
  [999_999_999_999, '1.0 TB'],
  [5_000_000_000_000_000, '5000 TB']
])('%d bytes are %s', (size, text) => {
  expect(formatBytes(size)).toBe(text)
})
