import { readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, number, rows, text } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { CaptureFiles } from './files'
import { CAPTURE_LIMITS, folderOf } from './limits'

/** Empty when the folder cannot be read, which also means that there is none. */
export const listFolder = (path: string) => readdir(path).catch(() => [])
const numbers = async (path: string) =>
  (await listFolder(path)).filter((name) => /^\d{1,9}$/.test(name)).map(Number)

/** The folders of recordings on this machine; others are passed over. */
export async function* foldersOf(root: string) {
  for (const challengeId of await numbers(root))
    for (const participationId of await numbers(join(root, String(challengeId))))
      yield { challengeId, participationId }
}

const SHIPPED = { id: number, file: text, bytes: number }
/** A writer that comes back finds its row closed, and goes on in another file; one that renewed its lease in time keeps it. */
const CLOSE = `UPDATE captures SET closed_at = updated_at
   WHERE challenge_id = $1 AND participation_id = $2 AND file = ANY ($3) AND closed_at IS NULL
     AND lease_until < clock_timestamp()`
const CLOSED = `SELECT id, file, bytes FROM captures
   WHERE challenge_id = $1 AND participation_id = $2 AND file = ANY ($3) AND closed_at IS NOT NULL
   UNION ALL SELECT 0, file, 0 FROM trash_captures
   WHERE challenge_id = $1 AND participation_id = $2 AND file = ANY ($3)`

/** Moves closed recordings of this machine to the object store, if there is one. */
export interface Shipping {
  /** @returns how many. Rejects with the store; the next call retries */
  ship(signal?: AbortSignal): Promise<number>
}

export function createShipping(db: Database, files: CaptureFiles): Shipping {
  const shipOne = async (
    place: { challengeId: number; participationId: number },
    row: { id: number; file: string; bytes: number }
  ) => {
    const size = await files.ship({ ...place, file: row.file }).catch((error: NodeJS.ErrnoException) => {
      // Another process of this machine has taken the file.
      if (error.code === 'ENOENT') return null
      throw error
    })
    // The writer was killed after its last report.
    if (size !== null && size !== row.bytes)
      await db.pool.query(
        'UPDATE captures SET bytes = $2, charged = greatest($2::bigint, $3::bigint) WHERE id = $1',
        [row.id, size, CAPTURE_LIMITS.least]
      )
    return size === null ? 0 : 1
  }

  return {
    async ship(signal) {
      if (!files.objects) return 0
      let shipped = 0
      for await (const place of foldersOf(files.root)) {
        const folder = join(files.root, folderOf(place.challengeId, place.participationId))
        const names = await listFolder(folder)
        const { challengeId, participationId } = place
        const values = [challengeId, participationId, names]
        await db.pool.query(CLOSE, values)
        for (const row of await rows(db.pool, SHIPPED, CLOSED, values)) {
          if (signal?.aborted) return shipped
          shipped += await shipOne(place, row)
        }
        // Fails while the folder is not empty.
        await rmdir(folder).catch(() => {})
      }
      return shipped
    }
  }
}

const SHIP_INTERVAL_MS = 5000

/** Runs ship() regularly. @returns a function that stops after a last run */
export function startShipping({ ship }: Shipping, log: Log, every = SHIP_INTERVAL_MS): () => Promise<void> {
  let working: Promise<unknown> | null = null
  let isWarned = false
  const work = () => {
    working ??= ship()
      .then(() => {
        isWarned = false
      })
      .catch((error: Error) => {
        if (!isWarned) log.warn({ err: error.message }, 'captures_not_updated')
        isWarned = true
      })
      .finally(() => {
        working = null
      })
    return working
  }
  const timer = setInterval(work, every)
  return async () => {
    clearInterval(timer)
    await working
    await work()
  }
}
