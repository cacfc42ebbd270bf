import { readdir, readFile, rm, rmdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, number, rows, text } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { CAPTURE_LIMITS, folderOf } from './limits'
import { wholeLength } from './pcap'
import { type CapturePlace, deleteOlder } from './queries'

/** Keeps table and disk in agreement. */
export interface Upkeep {
  /** Closes files whose writer has gone without doing so; answers how many. */
  closeAbandoned(signal?: AbortSignal): Promise<number>
  /**
   * Deletes files that were closed more than `days` before `now` (0 keeps all), but no pinned ones; and files without a
   * row, such as of games that left the trash, once they are an hour old.
   */
  purge(
    now: Date,
    days: number,
    signal?: AbortSignal
  ): Promise<{ expired: number; stray: number; bytes: number }>
  /** Removes files whose rows have gone; what cannot be removed now, `purge` tries again. */
  unlink(places: readonly CapturePlace[]): Promise<void>
}

const DAY = 86_400_000
/** A file is made after its row, but the row may be in a transaction that is not over. */
const STRAY_MS = 3_600_000
const BATCH = 500

const listed = (path: string) => readdir(path).catch(() => [])
const numbers = async (path: string) =>
  (await listed(path)).filter((name) => /^\d{1,9}$/.test(name)).map(Number)

export function createUpkeep(db: Database, root: string, log: Log): Upkeep {
  const pathOf = ({ challengeId, participationId, file }: Omit<CapturePlace, 'bytes'>) =>
    join(root, folderOf(challengeId, participationId), file)

  const unlink: Upkeep['unlink'] = async (places) => {
    for (const place of places)
      await rm(pathOf(place), { force: true }).catch((error: Error) =>
        log.warn({ challenge: place.challengeId, err: error.message }, 'capture_not_removed')
      )
  }

  const purgeExpired = async (before: Date, signal?: AbortSignal) => {
    let [expired, bytes] = [0, 0]
    for (;;) {
      const gone = signal?.aborted ? [] : await deleteOlder(db.pool, before, BATCH)
      await unlink(gone)
      expired += gone.length
      bytes += gone.reduce((sum, one) => sum + one.bytes, 0)
      if (gone.length < BATCH) return { expired, bytes }
    }
  }

  /** Removes the files of a folder that have no row, and the folder when nothing is left. */
  const sweep = async (challengeId: number, participationId: number, before: number) => {
    const folder = join(root, folderOf(challengeId, participationId))
    const stored = await rows(
      db.pool,
      { file: text },
      `SELECT file FROM captures WHERE challenge_id = $1 AND participation_id = $2
       UNION ALL SELECT file FROM trash_captures WHERE challenge_id = $1 AND participation_id = $2`,
      [challengeId, participationId]
    )
    const known = new Set(stored.map(({ file }) => file))
    let swept = 0
    for (const file of await listed(folder)) {
      if (known.has(file)) continue
      const found = await stat(join(folder, file)).catch(() => null)
      if (!found?.isFile() || found.mtimeMs >= before) continue
      await unlink([{ challengeId, participationId, file, bytes: 0 }])
      swept++
    }
    // Neither goes while something is in it.
    await rmdir(folder).catch(() => {})
    return swept
  }

  return {
    unlink,

    closeAbandoned: (signal) => closeAbandoned(db, pathOf, log, signal),

    async purge(now, days, signal) {
      const before = new Date(now.getTime() - days * DAY)
      const gone = days > 0 ? await purgeExpired(before, signal) : { expired: 0, bytes: 0 }
      let stray = 0
      for (const challenge of await numbers(root)) {
        for (const participation of await numbers(join(root, String(challenge)))) {
          if (signal?.aborted) break
          stray += await sweep(challenge, participation, now.getTime() - STRAY_MS)
        }
        await rmdir(join(root, String(challenge))).catch(() => {})
      }
      const purged = { ...gone, stray }
      if (gone.expired + stray > 0) log.info(purged, 'captures_purged')
      return purged
    }
  }
}

const ABANDONED = { id: number, challengeId: number, participationId: number, file: text, bytes: number }

/** Whole packets are kept; a packet that a killed writer did not finish is cut off. */
async function closeAbandoned(
  db: Database,
  pathOf: (place: CapturePlace) => string,
  log: Log,
  signal?: AbortSignal
): Promise<number> {
  const abandoned = await rows(
    db.pool,
    ABANDONED,
    `SELECT id, challenge_id AS "challengeId", participation_id AS "participationId", file, bytes FROM captures
     WHERE closed_at IS NULL AND lease_until < clock_timestamp() ORDER BY lease_until LIMIT ${BATCH}`
  )
  let closed = 0
  for (const row of abandoned) {
    if (signal?.aborted) break
    const file = await readFile(pathOf(row)).catch(() => null)
    const length = file ? wholeLength(file) : 0
    const { rowCount } = await db.pool.query(
      `UPDATE captures SET bytes = $2, charged = greatest($2::bigint, $3::bigint), closed_at = updated_at
       WHERE id = $1 AND closed_at IS NULL AND lease_until < clock_timestamp()`,
      [row.id, length, CAPTURE_LIMITS.least]
    )
    if (rowCount === 0) continue
    // A packet of which only a part was written.
    if (file && length < file.length) await truncate(pathOf(row), length).catch(() => {})
    closed++
  }
  if (closed > 0) log.info({ count: closed }, 'captures_closed')
  return closed
}
