import { rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, number, rows, text } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { ObjectStore } from '~/server/platform/objects'
import { DAY_MS, HOUR_MS } from '~/server/platform/time'
import { type CaptureFiles, type CaptureName, shippedBefore } from './files'
import { CAPTURE_LIMITS, folderOf } from './limits'
import { type CapturePlace, deleteOlder } from './queries'
import { createShipping, foldersOf, listFolder, type Shipping } from './shipping'

export interface Upkeep extends Shipping {
  /** Closes files without a writer; returns how many. */
  closeAbandoned(signal?: AbortSignal): Promise<number>
  /** Deletes unpinned files closed `days` ago (0 keeps all), and files without a row over an hour old. */
  purge(
    now: Date,
    days: number,
    signal?: AbortSignal
  ): Promise<{ expired: number; stray: number; bytes: number }>
  /** Removes files of deleted rows; `purge` retries failures. */
  unlink(places: readonly CapturePlace[]): Promise<void>
}

/** A file is created after its row, but the row's transaction may still run. */
const STRAY_MS = HOUR_MS
const BATCH = 500

/** Numbers, from 1, of files without a row, in the trash either. */
const STRAY = `
  SELECT w.n FROM unnest($1::int[], $2::int[], $3::text[]) WITH ORDINALITY w (challenge, participation, file, n)
  WHERE NOT EXISTS (SELECT FROM captures
      WHERE challenge_id = w.challenge AND participation_id = w.participation AND file = w.file)
    AND NOT EXISTS (SELECT FROM trash_captures t
      WHERE t.challenge_id = w.challenge AND t.participation_id = w.participation AND t.file = w.file)`

async function sweepObjects(
  db: Database,
  objects: ObjectStore | null,
  unlink: Upkeep['unlink'],
  before: number,
  signal?: AbortSignal
): Promise<number> {
  if (!objects) return 0
  let swept = 0
  const inspect = async (names: CaptureName[]) => {
    const stray = await rows(db.pool, { n: number }, STRAY, [
      names.map((one) => one.challengeId),
      names.map((one) => one.participationId),
      names.map((one) => one.file)
    ])
    await unlink(stray.map(({ n }) => ({ ...names[n - 1]!, bytes: 0 })))
    swept += stray.length
  }
  let batch: CaptureName[] = []
  for await (const name of shippedBefore(objects, before)) {
    if (signal?.aborted) return swept
    batch.push(name)
    if (batch.length < BATCH) continue
    await inspect(batch)
    batch = []
  }
  await inspect(batch)
  return swept
}

export function createUpkeep(db: Database, files: CaptureFiles, log: Log): Upkeep {
  const { root } = files

  const unlink: Upkeep['unlink'] = async (places) => {
    for (const place of places)
      await files
        .remove(place)
        .catch((error: Error) =>
          log.warn({ challenge: place.challengeId, err: error.message }, 'capture_not_removed')
        )
  }

  const purgeExpired = async (before: Date, signal?: AbortSignal) => {
    let [expired, bytes] = [0, 0]
    for (;;) {
      const deleted = signal?.aborted ? [] : await deleteOlder(db.pool, before, BATCH)
      await unlink(deleted)
      expired += deleted.length
      bytes += deleted.reduce((sum, one) => sum + one.bytes, 0)
      if (deleted.length < BATCH) return { expired, bytes }
    }
  }

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
    for (const file of await listFolder(folder)) {
      if (known.has(file)) continue
      const found = await stat(join(folder, file)).catch(() => null)
      if (!found?.isFile() || found.mtimeMs >= before) continue
      await unlink([{ challengeId, participationId, file, bytes: 0 }])
      swept++
    }
    await rmdir(folder).catch(() => {})
    return swept
  }

  return {
    unlink,
    ...createShipping(db, files),

    closeAbandoned: (signal) => closeAbandoned(db, files, log, signal),

    async purge(now, days, signal) {
      const before = new Date(now.getTime() - days * DAY_MS)
      const deleted = days > 0 ? await purgeExpired(before, signal) : { expired: 0, bytes: 0 }
      const old = now.getTime() - STRAY_MS
      let stray = await sweepObjects(db, files.objects, unlink, old, signal)
      for await (const { challengeId, participationId } of foldersOf(root)) {
        if (signal?.aborted) break
        stray += await sweep(challengeId, participationId, old)
      }
      for (const challenge of await listFolder(root)) await rmdir(join(root, challenge)).catch(() => {})
      const purged = { ...deleted, stray }
      if (deleted.expired + stray > 0) log.info(purged, 'captures_purged')
      return purged
    }
  }
}

const ABANDONED = { id: number, challengeId: number, participationId: number, file: text, bytes: number }

/** Keeps whole packets, and cuts off a killed writer's last one. */
async function closeAbandoned(
  db: Database,
  files: CaptureFiles,
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
    // A file on another machine counts as last reported.
    const length = (await files.repair(row)) ?? (files.objects ? row.bytes : 0)
    const { rowCount } = await db.pool.query(
      `UPDATE captures SET bytes = $2, charged = greatest($2::bigint, $3::bigint), closed_at = updated_at
       WHERE id = $1 AND closed_at IS NULL AND lease_until < clock_timestamp()`,
      [row.id, length, CAPTURE_LIMITS.least]
    )
    if (rowCount === 0) continue
    closed++
  }
  if (closed > 0) log.info({ count: closed }, 'captures_closed')
  return closed
}
