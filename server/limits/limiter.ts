import { AppError } from '~/server/platform/errors'

export interface Limiter<Subject extends unknown[]> {
  /** @throws AppError 429 with `Retry-After` at the limit */
  take(...subject: Subject): Promise<void>
}

/** Wait in `Retry-After` and `params.seconds`. */
export function tooMany(milliseconds: number, code = 'rate.limited'): AppError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new AppError(code, 429, { retryAfter: seconds, params: { seconds } })
}
