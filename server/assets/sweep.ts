import { type Database, rows, text } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { HOUR_MS } from '~/server/platform/time'
import type { Blobs } from './blobs'
import type { Storage } from './storage'

interface Swept {
  unused: number
  stray: number
}

export interface Sweeping {
  /** Deletes files that were unused for an hour; running uploads are younger. Ends early on `signal`. */
  sweep(now: Date, signal?: AbortSignal): Promise<Swept>
}

const GRACE_MS = HOUR_MS
const BATCH = 500

const UNUSED = `
  SELECT b.hash FROM blobs b
  WHERE b.stored_at < $1 AND b.hash > $2 AND NOT EXISTS (SELECT FROM file_uses u WHERE u.hash = b.hash)
  ORDER BY b.hash LIMIT ${BATCH}`

/** Deletes what killed processes of this machine left of uploads, now and every hour. */
export function keepTidy({ sweepTemporary }: Pick<Storage, 'sweepTemporary'>): void {
  const sweep = () => void sweepTemporary(new Date(Date.now() - GRACE_MS)).catch(() => {})
  sweep()
  setInterval(sweep, GRACE_MS).unref()
}

export function createSweeping(db: Database, storage: Storage, blobs: Blobs, log: Log): Sweeping {
  const sweepUnused = async (before: Date, signal?: AbortSignal) => {
    let swept = 0
    for (let after = ''; ; ) {
      const unused = await rows(db.pool, { hash: text }, UNUSED, [before, after])
      for (const { hash } of unused) {
        if (signal?.aborted) return swept
        if (await blobs.drop(hash, { olderThan: before })) swept++
      }
      if (unused.length < BATCH) return swept
      after = unused.at(-1)!.hash
    }
  }

  const sweepStray = async (before: Date, signal?: AbortSignal) => {
    let swept = 0
    for await (const hash of storage.stored(before)) {
      if (signal?.aborted) return swept
      const known = await db.pool.query('SELECT FROM blobs WHERE hash = $1', [hash])
      if (known.rowCount === 0 && (await blobs.dropStray(hash))) swept++
    }
    return swept
  }

  return {
    async sweep(now, signal) {
      const before = new Date(now.getTime() - GRACE_MS)
      const swept: Swept = {
        unused: await sweepUnused(before, signal),
        stray: await sweepStray(before, signal)
      }
      if (swept.unused + swept.stray > 0) log.info(swept, 'files_swept')
      return swept
    }
  }
}
