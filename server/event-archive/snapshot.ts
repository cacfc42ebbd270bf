import type { WholeBoard } from '~/scoring'
import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import { type Database, number, rows, type Sql, text } from '~/server/db'
import { type GameFacts, gamePhase } from '~/server/games/contract'
import type { LedgerExport } from '~/server/ledger-export'
import { AppError, notFound } from '~/server/platform/errors'
import { isJudging } from '~/server/site'
import { gameJson, readGame } from '~/server/transfer'
import { EVERYTHING_LIMITS } from './contract'
import { entriesOf, listWriteupFiles } from './entries'
import { type Spool, spoolEntries } from './spool'

/** A stored content, and its path in the archive. */
export type Stored = { path: string; hash: string }
/** The data of an archive, read at one moment. */
export type Read = Spool & { stored: Stored[]; sizes: Map<string, number>; final: boolean }

async function sizesOf(sql: Sql, hashes: readonly string[]): Promise<Map<string, number>> {
  const query = 'SELECT hash, size FROM blobs WHERE hash = ANY ($1)'
  const found = await rows(sql, { hash: text, size: number }, query, [hashes])
  return new Map(found.map(({ hash, size }) => [hash, size]))
}

/** @throws AppError `everything.files_too_large` 400 */
async function filesOf(sql: Sql, gameId: number, hashes: readonly string[]) {
  const ofGame = hashes.map((hash) => ({ path: `game/files/${hash}`, hash }))
  const stored = [...ofGame, ...(await listWriteupFiles(sql, gameId))]
  const sizes = await sizesOf(sql, [...new Set(stored.map(({ hash }) => hash))])
  const bytes = stored.reduce((sum, { hash }) => sum + (sizes.get(hash) ?? 0), 0)
  if (bytes > EVERYTHING_LIMITS.files)
    throw new AppError('everything.files_too_large', 400, {
      params: { gib: EVERYTHING_LIMITS.files / 1024 ** 3 }
    })
  return { stored, sizes }
}

/** Throws when the caller has stopped waiting, or when the connection is held for too long. */
export function createCheck(seconds: number, signal?: AbortSignal): () => void {
  const end = performance.now() + seconds * 1000
  return () => {
    // A disconnected client is no error of ours.
    if (signal?.aborted) throw new AppError('request.broken_form')
    if (performance.now() > end) throw new AppError('everything.too_slow', 503, { retryAfter: 30 })
  }
}

export interface ReadingNeeds {
  db: Database
  assets: Pick<Assets, 'receive' | 'discard'>
  ledgerExport: Pick<LedgerExport, 'linesIn'>
  boardOf(sql: Sql, gameId: number, now: Date): Promise<WholeBoard | null>
}

interface Wanted {
  ctx: Ctx
  game: GameFacts
  /** Read stored files too. */
  files: boolean
  /** An administrator makes the archive. */
  admin: boolean
  /** Called between reads; an error that it throws ends the reading. */
  check(): void
}

/** Reads all data in one snapshot and frees its connection before sending. */
export function createReading({ db, assets, ledgerExport, boardOf }: ReadingNeeds) {
  return ({ ctx, game, files, admin, check }: Wanted): Promise<Read> =>
    db.transaction(
      async (sql) => {
        await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
        await sql.query(`SET LOCAL TimeZone = 'UTC'`)
        const exported = await readGame(sql, game.id, ctx.now, { posts: false, tickets: false })
        const { stored, sizes } = files
          ? await filesOf(sql, game.id, exported.hashes)
          : { stored: [], sizes: new Map<string, number>() }
        const final = gamePhase(game, ctx.now) === 'ended' && !(await isJudging(sql, game.id))
        check()
        const board = await boardOf(sql, game.id, ctx.now)
        if (!board) throw notFound('game.not_found')
        const source = { sql, game, board, ledgerExport, admin }
        const spool = await spoolEntries(assets, entriesOf(source, gameJson(exported)), check)
        return { ...spool, stored, sizes, final }
      },
      { long: true }
    )
}
