import pino from 'pino'
import { traceFields } from './tracing'

export type Log = pino.Logger

/** A line of the log as it was written: JSON, without what is cut out. */
export type TakeLine = (line: string) => void

/** What an error says of itself. Its other members may hold the values of a query, so they stay out. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(cause instanceof Error && { cause: plainError(cause) })
  }
}

/**
 * JSON lines on stdout, event names in past tense. Secrets never reach it: these members are cut out. `also` gets the
 * lines from `info` on, whatever the level of stdout; it must neither throw nor block.
 */
export function createLog(name: string, level = 'info', also?: TakeLine): Log {
  const stdout = pino.destination(1)
  const streams = [
    { level: level as pino.Level, stream: stdout },
    ...(also ? [{ level: 'info' as const, stream: { write: also } }] : [])
  ]
  const options: pino.LoggerOptions = {
    name,
    level:
      also && (level === 'silent' || pino.levels.values[level]! > pino.levels.values.info!) ? 'info' : level,
    // The trace of the work that writes the line, so that each leads to the other.
    mixin: traceFields,
    serializers: { err: plainError },
    redact: [
      'flag',
      'answer',
      'password',
      'token',
      'cookie',
      'email',
      '*.flag',
      '*.answer',
      '*.password',
      '*.token'
    ]
  }
  return pino(options, also ? pino.multistream(streams) : stdout)
}
