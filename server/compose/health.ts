import { isScalar } from 'yaml'
import { SECOND_MS } from '~/server/platform/time'
import { COMPOSE_LIMITS, type ServiceSpec } from './contract'
import type { Reader, Value } from './reader'
import { parseDuration } from './values'

const KINDS = ['NONE', 'CMD', 'CMD-SHELL']

/** Null, with a fault, out of bounds. */
function milliseconds(reader: Reader, value: Value, min: number): number | null {
  const text = reader.text(value)
  const read = text === null ? null : parseDuration(text)
  if (text !== null && read === null) reader.fault(value, 'compose.bad_duration', { value: text })
  if (read === null || (read >= min && read <= COMPOSE_LIMITS.interval)) return read
  reader.fault(value, 'compose.out_of_range', {
    min: `${min}ms`,
    max: `${COMPOSE_LIMITS.interval / SECOND_MS}s`
  })
  return null
}

/** The test in the engine's form; a text is run by a shell. */
function testOf(reader: Reader, value: Value): string[] | null {
  if (isScalar(value.node)) {
    const line = reader.text(value)
    return line === null ? null : ['CMD-SHELL', line]
  }
  const words = reader.texts(value)
  const [kind = '', ...rest] = words
  if (KINDS.includes(kind) && (kind === 'NONE') === (rest.length === 0)) return words
  reader.fault(value, 'compose.bad_value', { value: words.join(' ') })
  return null
}

/** The health check with compose's defaults; null, with a fault, if it has no test. */
export function readHealthcheck(reader: Reader, value: Value): ServiceSpec['healthcheck'] {
  let test: string[] | null = null
  let given = false
  const times = { intervalMs: 30 * SECOND_MS, timeoutMs: 30 * SECOND_MS, startPeriodMs: 0, retries: 3 }
  const duration = (name: 'intervalMs' | 'timeoutMs' | 'startPeriodMs', min: number) => (one: Value) => {
    times[name] = milliseconds(reader, one, min) ?? times[name]
  }
  reader.members(value, {
    known: {
      test: (one) => {
        given = true
        test = testOf(reader, one)
      },
      interval: duration('intervalMs', COMPOSE_LIMITS.intervalMin),
      timeout: duration('timeoutMs', COMPOSE_LIMITS.intervalMin),
      start_period: duration('startPeriodMs', 0),
      retries: (one) => {
        times.retries = reader.number(one, 1, COMPOSE_LIMITS.retries) ?? times.retries
      },
      disable: (one) => {
        if (!reader.truth(one)) return
        given = true
        test = ['NONE']
      }
    },
    unsupported: ['start_interval']
  })
  if (!given) reader.fault(value, 'compose.no_value', { name: 'test' })
  return test && { test, ...times }
}
