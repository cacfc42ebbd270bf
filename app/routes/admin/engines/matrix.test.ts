import { expect, it } from 'vitest'
import { linesOf, type UsedImage } from './matrix'

const image = (reference: string, engine: string, more: Partial<UsedImage> = {}): UsedImage => ({
  reference,
  engine,
  state: 'wanted',
  digest: null,
  details: null,
  progress: null,
  error: null,
  errorText: null,
  pulledAt: null,
  challenges: [{ id: 1, gameId: 2, title: 'Tide' }],
  ...more
})
const details = { bytes: 5, ports: [], healthcheck: false, platform: 'linux/amd64', user: '', builtAt: null }

it('an image has one line, with the state on each engine', () => {
  const lines = linesOf([
    image('pwn:1', 'a'),
    image('pwn:1', 'b', { state: 'ready', digest: 'pwn@sha256:1', details }),
    image('web:1', 'a', { state: 'failed' })
  ])
  expect(lines.map(({ reference, digest, bytes }) => [reference, digest, bytes])).toEqual([
    ['pwn:1', 'pwn@sha256:1', 5],
    ['web:1', null, null]
  ])
  expect(Object.entries(lines[0]!.on).map(([engine, { state }]) => [engine, state])).toEqual([
    ['a', 'wanted'],
    ['b', 'ready']
  ])
  expect(lines[1]!.challenges).toEqual([{ id: 1, gameId: 2, title: 'Tide' }])
})
