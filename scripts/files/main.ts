import { resolve } from 'node:path'
import { plural, print, printStatus, UserError } from '~/scripts/shared/output'
import { requireSchema } from '~/scripts/shared/platform'
import { captureName } from '~/server/captures'
import { createDatabase, type Database, nullable, number, type RowOf, rows, text } from '~/server/db'
import { loadEnv } from '~/server/platform/env'
import { type ObjectStore, objectsOf } from '~/server/platform/objects'
import { contentName, type KnownFile, type Mover, type Outcome, toFolder, toObjects } from './places'

const USAGE = `Usage:
  npm run files -- move --to s3       brings stored files and recordings from the data folder to the bucket of S3_BUCKET
  npm run files -- move --to folder   brings them back
      --dry-run                       only says what there is to do

Whatever is there already is left alone, so it can be repeated at any time. Nothing is deleted where it was.`

const PAGE = 500
const CONCURRENCY = 4
const PROGRESS_MS = 2000

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () =>
    stop.abort(
      new UserError('Stopped; what has been moved stays, and the rest is moved when it is repeated.')
    )
  )

async function* contents({ pool }: Database): AsyncGenerator<KnownFile[]> {
  for (let after = ''; ; ) {
    const page = await rows(
      pool,
      { hash: text, size: number },
      `SELECT hash, size FROM blobs WHERE hash > $1 ORDER BY hash LIMIT ${PAGE}`,
      [after]
    )
    yield page.map(({ hash, size }) => ({ name: contentName(hash), size, hash }))
    if (page.length < PAGE) return
    after = page.at(-1)!.hash
  }
}

const RECORDING = { challenge: number, participation: number, file: text, size: nullable(number), id: number }
type Recording = RowOf<typeof RECORDING>
const recording = ({ challenge, participation, file, size }: Recording): KnownFile => ({
  name: captureName({ challengeId: challenge, participationId: participation, file }),
  ...{ size, hash: null }
})

/** SQL: recording `t` of the trash was closed without a byte, so that there is no file of it. */
const EMPTY = `EXISTS (SELECT FROM trash_rows r CROSS JOIN jsonb_array_elements(r.content) c
  WHERE r.entry_id = t.entry_id AND r.relation = 'captures' AND c->>'file' = t.file AND c->>'bytes' = '0'
    AND c->>'closed_at' IS NOT NULL)`

async function* recordings({ pool }: Database): AsyncGenerator<KnownFile[]> {
  const columns = 'challenge_id AS challenge, participation_id AS participation, file'
  for (let after = 0; ; ) {
    const page = await rows(
      pool,
      RECORDING,
      `SELECT id, ${columns}, bytes AS size FROM captures
       WHERE closed_at IS NOT NULL AND bytes > 0 AND id > $1 ORDER BY id LIMIT ${PAGE}`,
      [after]
    )
    yield page.map(recording)
    if (page.length < PAGE) break
    after = page.at(-1)!.id
  }
  for (let skip = 0; ; skip += PAGE) {
    const page = await rows(
      pool,
      RECORDING,
      `SELECT DISTINCT 0 AS id, ${columns}, NULL::bigint AS size FROM trash_captures t WHERE NOT ${EMPTY}
       ORDER BY challenge, participation, file LIMIT ${PAGE} OFFSET $1`,
      [skip]
    )
    yield page.map(recording)
    if (page.length < PAGE) return
  }
}

type Counts = Record<Outcome, number>

const MEBIBYTE = 1024 ** 2

async function moveAll(
  files: AsyncGenerator<KnownFile[]>,
  total: number,
  move: Mover,
  dryRun: boolean
): Promise<Counts> {
  const counts: Counts = { moved: 0, there: 0, missing: 0, damaged: 0 }
  let [done, bytes, printedAt] = [0, 0, Date.now()]
  for await (const page of files)
    for (let at = 0; at < page.length; at += CONCURRENCY) {
      stop.signal.throwIfAborted()
      const some = page.slice(at, at + CONCURRENCY)
      const outcomes = await Promise.all(some.map((file) => move(file, dryRun)))
      for (const [n, outcome] of outcomes.entries()) {
        counts[outcome]++
        if (outcome === 'moved') bytes += some[n]!.size ?? 0
        if (outcome === 'damaged' || outcome === 'missing') printStatus(`  ${outcome}: ${some[n]!.name}`)
      }
      done += some.length
      if (Date.now() - printedAt < PROGRESS_MS) continue
      printedAt = Date.now()
      printStatus(`  ${done} of ${total} files, ${Math.round(bytes / MEBIBYTE)} MiB moved`)
    }
  return counts
}

function summary(what: string, { moved, there, missing, damaged }: Counts, dryRun: boolean): string {
  const rest = [
    `${there} there already`,
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(damaged > 0 ? [`${damaged} damaged`] : [])
  ]
  return `${plural(moved, what)} ${dryRun ? 'to move' : 'moved'}, ${rest.join(', ')}`
}

async function moveFiles(to: 's3' | 'folder', dryRun: boolean): Promise<boolean> {
  const env = loadEnv()
  const objects: ObjectStore | null = objectsOf(env)
  if (!objects)
    throw new UserError(
      'S3_BUCKET is not set: say with S3_BUCKET, S3_ENDPOINT and the keys where the bucket is.'
    )
  const db = createDatabase(env.DATABASE_URL, { max: 2, name: 'halyard-files' })
  try {
    await requireSchema(db)
    await objects.check()
    const root = resolve(env.HALYARD_DATA, 'files')
    const move = to === 's3' ? toObjects(root, objects) : toFolder(root, objects)
    const count = async (table: string) =>
      (await rows(db.pool, { n: number }, `SELECT count(*)::int AS n FROM ${table}`))[0]!.n
    const stored = await moveAll(contents(db), await count('blobs'), move, dryRun)
    print(summary('file', stored, dryRun))
    const total = (await count('captures')) + (await count('trash_captures'))
    const recorded = await moveAll(recordings(db), total, move, dryRun)
    print(summary('recording', recorded, dryRun))
    return stored.missing + stored.damaged + recorded.damaged === 0
  } finally {
    objects.close()
    await db.close()
  }
}

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const dryRun = words.includes('--dry-run')
  const [name, flag, to, ...more] = words.filter((word) => word !== '--dry-run')
  try {
    if (name !== 'move' || flag !== '--to' || (to !== 's3' && to !== 'folder') || more.length > 0)
      throw new UserError(USAGE)
    return (await moveFiles(to, dryRun)) ? 0 : 1
  } catch (error) {
    const reason = (stop.signal.aborted ? stop.signal.reason : error) as Error & { code?: string }
    if (reason.code === 'file.storage_away')
      printStatus('The object store does not respond; repeat the command once it does.')
    else printStatus(reason.message)
    return 1
  }
}

process.exitCode = await main()
if (process.connected) process.disconnect()
