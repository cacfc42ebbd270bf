import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createVerdicts } from '~/server/submissions/verdicts'
import { type Domain, openDomain } from '../../support/domain'
import { until } from '../../support/until'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => domain?.close())

it('a verdict is remembered for five seconds, also when no later one arrives', async () => {
  const { redis, log } = domain.stores
  const verdicts = createVerdicts(redis, log)
  expect(await verdicts.next(1, 0)).toBeNull()
  await until(async () => verdicts.live())
  vi.useFakeTimers({ toFake: ['performance'] })
  const heard = verdicts.next(1, 5000)
  verdicts.publish([{ id: 1, status: 'Accepted' }])
  expect(await heard).toBe('Accepted')
  vi.advanceTimersByTime(5000)
  expect(await verdicts.next(1, 0)).toBe('Accepted')
  vi.advanceTimersByTime(1)
  expect(await verdicts.next(1, 0)).toBeNull()
})
