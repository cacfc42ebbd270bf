import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { openSpan } from '~/server/platform/tracing'

/** The prepared name, else the first word, never values. Null for streams and cursors, which outlive their call. */
function nameOf(statement: unknown): string | null {
  if (typeof statement === 'string') return firstWord(statement)
  const { name, text, submit } = (statement ?? {}) as { name?: string; text?: unknown; submit?: unknown }
  if (typeof text !== 'string' || typeof submit === 'function') return null
  return name ?? firstWord(text)
}

const firstWord = (text: string) => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY'

type Query = (...args: unknown[]) => unknown

function traceQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const traced: Query = (...args) => {
    const name = nameOf(args[0])
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name ?? '' }
    const span = name === null ? null : openSpan(`query ${name}`, attributes, { kind: 'client' })
    if (!span) return query(...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const bound = AsyncResource.bind(callback as Query)
      const ended = (...results: unknown[]) => {
        if (results[0]) span.fail(results[0])
        span.end()
        return bound(...results)
      }
      return query(...args.slice(0, -1), ended)
    }
    const result = query(...args) as Promise<unknown>
    result.then(
      () => span.end(),
      (error) => {
        span.fail(error)
        span.end()
      }
    )
    return result
  }
  client.query = traced as pg.PoolClient['query']
}

/** Traces every statement of `pool`. Call it before the first connection opens. */
export function traceQueriesOf(pool: pg.Pool): void {
  pool.on('connect', traceQueries)
  const connect = pool.connect.bind(pool) as Query
  // The pool calls back in the context of the request that released the connection.
  const bound: Query = (callback) => (callback ? connect(AsyncResource.bind(callback as Query)) : connect())
  pool.connect = bound as pg.Pool['connect']
}
