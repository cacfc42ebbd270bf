import { AppError } from './errors'

/** When so many wait already, whoever comes is told to come again. */
interface Crowd {
  waiting: number
  /** Seconds. */
  retryAfter: number
}

/**
 * Lets some pieces of work run at once and makes the rest wait, first come first served. With `crowd` not all of them.
 * @throws AppError `server.busy` 503 when too many wait
 */
export function createTurns(atOnce: number, crowd?: Crowd) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (crowd && waiting.length >= crowd.waiting)
      throw new AppError('server.busy', 503, { retryAfter: crowd.retryAfter })
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
