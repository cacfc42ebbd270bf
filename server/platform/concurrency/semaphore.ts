import { AppError } from '../errors'

/** When so many wait already, whoever comes is told to come again. */
interface Overflow {
  waiting: number
  /** Seconds. */
  retryAfter: number
}

/**
 * Lets some pieces of work run at once and makes the rest wait, first come first served. With `overflow` not all of them.
 * @throws AppError `server.busy` 503 when too many wait
 */
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
      // Whoever is next takes this place over, so that nobody who comes meanwhile is one too many.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
