import { expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { leaseOf } from './lease'

const ready = { state: 'ready', ending: false, readyAt: 0, expiresAt: 60 * MINUTE_MS } as const

it('the remaining time and the start of the extension window are known', () => {
  expect(leaseOf(ready, 15, 30 * MINUTE_MS)).toEqual({
    until: 60 * MINUTE_MS,
    left: 30 * MINUTE_MS,
    minutes: 60,
    share: 50,
    window: 25,
    closing: false
  })
  expect(leaseOf(ready, 15, 45 * MINUTE_MS)?.closing).toBe(true)
  expect(leaseOf({ ...ready, state: 'unhealthy' }, 15, 45 * MINUTE_MS - 1)?.closing).toBe(false)
})

it('extensions are part of the whole', () => {
  expect(leaseOf({ ...ready, expiresAt: 90 * MINUTE_MS }, 15, 45 * MINUTE_MS)).toMatchObject({
    minutes: 90,
    share: 50
  })
})

it('the share stays within its bar', () => {
  expect(leaseOf(ready, 120, 90 * MINUTE_MS)).toMatchObject({ left: 0, share: 0, window: 100, closing: true })
  expect(leaseOf({ ...ready, expiresAt: 0 }, 10, -MINUTE_MS)).toMatchObject({ share: 100, window: 100 })
})

it('waiting, starting and ending instances have no lease', () => {
  expect(leaseOf({ ...ready, state: 'starting' }, 15, 0)).toBeNull()
  expect(leaseOf({ ...ready, ending: true }, 15, 0)).toBeNull()
  expect(leaseOf({ ...ready, expiresAt: null }, 15, 0)).toBeNull()
})
