import { expect, it } from 'vitest'
import { AppError } from './errors'

it('what is refused for a while says when to come again, and nothing else does by itself', () => {
  expect(new AppError('plugin.failed', 503).retryAfter).toBe(5)
  expect(new AppError('server.busy', 503, { retryAfter: 1 }).retryAfter).toBe(1)
  expect(new AppError('game.not_found', 404).retryAfter).toBeNull()
})
