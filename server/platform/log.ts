import pino from 'pino'
import { traceFields } from './tracing'

export type Log = pino.Logger

type TakeLine = (line: string) => void

/** Logs these members only: the others may contain values of a query. */
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

/** Removes members with secrets. `also` gets lines from `info` on, and must neither throw nor block. */
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
    // Links each line to the trace of its work.
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
