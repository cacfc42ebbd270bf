import { AppError } from '~/server/platform/errors'

/** What the limiters of this folder have in common. */
export interface Limiter<Subject extends unknown[]> {
  /** Counts one more. @throws AppError 429 with `Retry-After` when there were too many */
  take(...subject: Subject): Promise<void>
}

/** The refusal of a limiter: how long to wait is in its header, and for its text in `params.seconds`. */
export function tooMany(milliseconds: number, code = 'rate.limited'): AppError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new AppError(code, 429, { retryAfter: seconds, params: { seconds } })
}
