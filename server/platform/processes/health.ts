import type { ServerResponse } from 'node:http'
import type { Database } from '~/server/db'
import { withTimeout } from '../concurrency/timeout'
import type { Redis } from '../redis'

/** Milliseconds. */
const TIMEOUT = 2000

/** Whether the stores a process needs answer: the contract's word for it (systemHealth), or those that do not. */
export function healthOf({ db, redis }: { db: Database; redis: Redis }) {
  const works = (probe: Promise<unknown>) =>
    withTimeout(TIMEOUT, probe).then(
      () => true,
      () => false
    )
  return async (): Promise<{ ok: boolean; text: string }> => {
    const [database, cache] = await Promise.all([works(db.pool.query('SELECT 1')), works(redis.ping())])
    const away = [...(database ? [] : ['database']), ...(cache ? [] : ['redis'])]
    const ok = away.length === 0
    return { ok, text: ok ? 'Healthy' : `Unhealthy: ${away.join(', ')} unreachable` }
  }
}

/** Answers /healthz: 200 or 503 in plain text (docs/rules/architecture.md#processes). */
export async function answerHealth(
  health: () => Promise<{ ok: boolean; text: string }>,
  res: ServerResponse
): Promise<void> {
  const { ok, text } = await health()
  res.writeHead(ok ? 200 : 503, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(text)
}
