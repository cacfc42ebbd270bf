import { expect, it } from 'vitest'
import { AppError } from '~/server/platform/errors'
import { createLog } from '~/server/platform/log'
import { loadWithTimeout } from './optional-part'

const lines: string[] = []
const ctx = {
  now: new Date(),
  actor: null,
  ip: '192.0.2.1',
  userAgent: null,
  requestId: 'r-1',
  locale: 'en-US' as const
}
const context = { log: createLog('test', 'silent', (line) => lines.push(line)), ctx }
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

it('a part that is there is used, and a late one left out', async () => {
  expect(await loadWithTimeout(Promise.resolve(7), context)).toBe(7)
  const late = after(600).then(() => 8)
  expect(await loadWithTimeout(late, context)).toBeNull()
})

it('a part that fails is left out: a refusal silently, anything else with a line in the log', async () => {
  lines.length = 0
  expect(await loadWithTimeout(Promise.reject(new AppError('board.not_ready', 503)), context)).toBeNull()
  expect(lines).toEqual([])
  expect(await loadWithTimeout(Promise.reject(new Error('deleted')), context)).toBeNull()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'page_part_failed', requestId: 'r-1', err: { message: 'deleted' } }
  ])
})

it('a part that fails after the page was shown is logged as well', async () => {
  lines.length = 0
  const failing = after(400).then(() => {
    throw new Error('too late')
  })
  expect(await loadWithTimeout(failing, context)).toBeNull()
  expect(lines).toEqual([])
  await after(200)
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['too late'])
})
