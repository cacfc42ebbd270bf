import { AppError } from '../errors'

/** Refuses further callers once `waiting` callers wait. */
interface Overflow {
  waiting: number
  retryAfter: number
}

/** Others wait in order of arrival. @throws AppError `server.busy` 503 when too many wait */
export function createSemaphore(atOnce: number, overflow?: Overflow) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (overflow && waiting.length >= overflow.waiting)
      throw new AppError('server.busy', 503, { retryAfter: overflow.retryAfter })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Passes its slot on directly, so that a newcomer cannot exceed the limit.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
