import { expect, it } from 'vitest'
import type { ImageView } from '~/server/engines/contract'
import { furthest, offeredPort, percentOf, shortDigest } from './pieces'

const image = (state: ImageView['state'], ports: number[] = []): ImageView => ({
  reference: 'web:1',
  state,
  digest: null,
  details: { bytes: 1, ports, healthcheck: false, platform: 'linux/amd64', user: '', builtAt: null },
  progress: null,
  error: null,
  errorText: null,
  pulledAt: null,
  engine: 'unix:///a.sock'
})

it('the engine with the image takes precedence over waiting and failed ones', () => {
  expect(furthest([])).toBeNull()
  expect(furthest([image('failed'), image('wanted'), image('pulling')])?.state).toBe('pulling')
  expect(furthest([image('failed'), image('ready')])?.state).toBe('ready')
})

it('digests are shortened', () => {
  const hex = '4a9d07f1'.repeat(8)
  expect(shortDigest(`reg.example.org/a@sha256:${hex}`)).toBe('sha256:4a9d07f1…07f1')
  expect(shortDigest('odd')).toBe('odd')
})

it('progress counts bytes if known, else layers', () => {
  const progress = { layersDone: 1, layersTotal: 4, bytesDone: 30, bytesTotal: 60 }
  expect(percentOf({ progress })).toBe(50)
  expect(percentOf({ progress: { ...progress, bytesTotal: 0 } })).toBe(25)
  expect(percentOf({ progress: { ...progress, bytesTotal: 0, layersTotal: 0 } })).toBeNull()
})

it('a port is only offered when the image does not expose the set one', () => {
  expect(offeredPort(image('ready', [8080, 9001]), 80)).toBe(8080)
  expect(offeredPort(image('ready', [8080, 80]), 80)).toBeNull()
  expect(offeredPort(image('ready'), 80)).toBeNull()
  expect(offeredPort(null, 80)).toBeNull()
})
