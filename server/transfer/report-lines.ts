import { AppError, isAppError } from '~/server/platform/errors'
import type { Line } from './contract'

const SHOWN = 200

const shown = (value: string | number) =>
  typeof value === 'string' && value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value

/** Long values are cut, because they come from the archive. */
export function reportLine(code: string, params: Line['params'] = {}): Line {
  return {
    code,
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, shown(value)]))
  }
}

/** Leaves out one challenge with a reason; the others are imported. */
export class Refusal extends Error {
  readonly line: Line
  constructor(code: string, params?: Line['params']) {
    super(code)
    this.line = reportLine(code, params)
  }
}

/** Refuses a whole archive. */
export const archiveFault = (code: string, params: Line['params'] = {}) =>
  new AppError(`archive.${code}`, 400, { params: reportLine(code, params).params })

/** Unknown errors mean a broken file. */
export function readFault(error: unknown): Error {
  if (isAppError(error) || error instanceof Refusal) return error
  return archiveFault('damaged', { reason: (error as Error).message })
}
