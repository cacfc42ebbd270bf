import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it, vi } from 'vitest'
import type { Log } from '~/server/platform/log'
import { withTrace } from './request-trace'

function exchange() {
  const req = { method: 'GET', headers: {}, socket: {} } as unknown as IncomingMessage
  const res = Object.assign(new EventEmitter(), { statusCode: 204 })
  return { seen: { req, res: res as unknown as ServerResponse, observed: { route: '/games/:id' } }, res }
}
const logAt = (debug: boolean) => {
  const write = vi.fn()
  return { log: { isLevelEnabled: () => debug, debug: write } as unknown as Log, write }
}

it('without tracing, the answering function is returned itself', () => {
  const { seen, res } = exchange()
  const { log } = logAt(false)
  const answered = Promise.resolve()
  const answer = vi.fn(() => answered)
  expect(withTrace(answer, log, () => true)(seen)).toBe(answered)
  expect(answer).toHaveBeenCalledWith(seen)
  expect(res.listenerCount('close')).toBe(0)
})

it('each request is logged at level debug when its answer has ended', async () => {
  const { seen, res } = exchange()
  const { log, write } = logAt(true)
  await withTrace(
    () => Promise.resolve(),
    log,
    () => true
  )(seen)
  expect(write).not.toHaveBeenCalled()
  res.emit('close')
  expect(write).toHaveBeenCalledWith(
    expect.objectContaining({
      method: 'GET',
      route: '/games/:id',
      status: 204,
      requestId: expect.any(String)
    }),
    'request_answered'
  )
})
