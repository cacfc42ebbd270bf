import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { isTracing, openSpan } from '~/server/platform/tracing'

/** A statement as the caller gives it: text, or an object with a name. */
interface Named {
  name?: string
  text?: string
}

/**
 * What a span calls a statement: the name it was prepared under, else its first word. Never its text: models write
 * values into it.
 */
function nameOf(statement: unknown): string | null {
  if (typeof statement === 'string') return firstWord(statement)
  const { name, text } = (statement ?? {}) as Named
  // A stream or a cursor is not over when its call returns.
  if (typeof text !== 'string' || typeof (statement as { submit?: unknown }).submit === 'function')
    return null
  return name ?? firstWord(text)
}

const firstWord = (text: string) => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY'

type Query = (...args: unknown[]) => unknown

function traceQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const traced: Query = (...args) => {
    const name = isTracing() ? nameOf(args[0]) : null
    const span = name === null ? null : openSpan(`query ${name}`, ATTRIBUTES(name), { kind: 'client' })
    if (!span) return query(...args)
    const done = args.at(-1)
    if (typeof done === 'function') {
      const bound = AsyncResource.bind(done as Query)
      const last = (...given: unknown[]) => {
        if (given[0]) span.fail(given[0])
        span.end()
        return bound(...given)
      }
      return query(...args.slice(0, -1), last)
    }
    const answer = query(...args) as Promise<unknown>
    answer.then(
      () => span.end(),
      (error) => {
        span.fail(error)
        span.end()
      }
    )
    return answer
  }
  client.query = traced as pg.PoolClient['query']
}

const ATTRIBUTES = (name: string) => ({ 'db.system.name': 'postgresql', 'db.operation.name': name })

/** Makes spans of what runs on the connections of `pool`; called before the first is opened. */
export function tracePool(pool: pg.Pool): void {
  pool.on('connect', traceQueries)
  const connect = pool.connect.bind(pool) as Query
  // Whoever gives a connection back calls the next in line, which belongs to another span.
  const bound: Query = (done) => (done ? connect(AsyncResource.bind(done as Query)) : connect())
  pool.connect = bound as pg.Pool['connect']
}
