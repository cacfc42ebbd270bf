import { expect, it } from 'vitest'
import { jobsOf } from './registry'

it('a copy that sends nothing has the jobs that write to nobody', () => {
  const names = (HALYARD_OUTGOING: 'on' | 'off') => jobsOf({ HALYARD_OUTGOING }).map(({ name }) => name)
  const left = new Set(names('off'))
  expect(names('on').filter((name) => !left.has(name))).toEqual(['send-mail', 'send-webhooks', 'send-push'])
})
