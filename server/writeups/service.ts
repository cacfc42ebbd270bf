import type { Readable } from 'node:stream'
import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import type { Assets } from '~/server/assets'
import { assetUrl, type Upload } from '~/server/assets/contract'
import { audit } from '~/server/audit'
import type { Games } from '~/server/games'
import type { Participations } from '~/server/participations'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import { archive } from './archive'
import type { WriteupInfo, WriteupState } from './contract'
import { archiveName, writeupName } from './names'
import { checkedPdf } from './pdf'
import { countWriteups, type StoredWriteup, stateOf, type WriteupFilter, writeupsOf } from './queries'

/** One PDF a team, until the game's deadline (behaviour.md 3.8). */
export interface Writeups {
  /** The own team's. @throws AppError of the play guard, which the end of the game does not close */
  state(ctx: Ctx, gameId: number): Promise<WriteupState>
  /**
   * Stores it in place of the one before. Any registered member may.
   * @throws AppError of the file first: `file.empty`, `file.too_large`, `file.not_pdf`; then of the play guard; then
   * `writeup.not_required`, `writeup.deadline_passed`
   */
  submit(ctx: Ctx, gameId: number, upload: Upload | undefined): Promise<void>
  /** Newest first. Administrators only. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number, filter?: WriteupFilter): Promise<WriteupInfo[]>
  /** Part of the same, and how many the filter leaves. */
  page(
    ctx: Ctx,
    gameId: number,
    filter: WriteupFilter,
    part: { count: number; skip: number }
  ): Promise<{ data: WriteupInfo[]; total: number }>
  /** All of them as a ZIP. Administrators only. @throws AppError `game.not_found` 404 */
  archive(ctx: Ctx, gameId: number): Promise<{ name: string; content: Readable }>
  /** Deletes all of a game. Administrators only. @throws AppError `game.not_found` 404 */
  removeAll(ctx: Ctx, gameId: number): Promise<void>
}

interface Needs {
  db: Database
  log: Log
  games: Games
  participations: Participations
  assets: Assets
}

/** Refuses what the game does not take now; the database's clock decides. */
async function checkOpen(sql: Sql, gameId: number): Promise<void> {
  const { rows } = await sql.query<{ required: boolean; late: boolean }>(
    `SELECT writeup_required AS required, clock_timestamp() > writeup_deadline AS late FROM games WHERE id = $1`,
    [gameId]
  )
  if (!rows[0]) throw notFound('game.not_found')
  if (!rows[0].required) throw new AppError('writeup.not_required')
  if (rows[0].late) throw new AppError('writeup.deadline_passed')
}

const OLD = 'SELECT hash FROM writeups WHERE participation_id = $1 FOR UPDATE'
const STORE = `
  INSERT INTO writeups (participation_id, hash, name, user_id, uploaded_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (participation_id) DO UPDATE SET hash = $2, name = $3, user_id = $4, uploaded_at = $5`

const infoOf = ({ id, team, hash, name, size, uploadedAt }: StoredWriteup): WriteupInfo => ({
  id,
  team: { ...team, members: null },
  url: assetUrl(hash, name),
  uploadTimeUtc: wireTime(uploadedAt),
  fileSize: size
})

export function createWriteups({ db, log, games, participations, assets }: Needs): Writeups {
  const release = async (hashes: string[]) => {
    for (const hash of hashes)
      await assets.drop(hash).catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
  }

  return {
    async state(ctx, gameId) {
      const { participationId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      return stateOf(db.pool, gameId, participationId)
    },

    async submit(ctx, gameId, upload) {
      const actor = actorOf(ctx)
      const file = checkedPdf(upload)
      const { participationId, teamId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      const old = await assets.storing([file], async (sql) => {
        await checkOpen(sql, gameId)
        const { rows } = await sql.query<{ hash: string }>(OLD, [participationId])
        await assets.keep(sql, file)
        const name = writeupName(gameId, teamId, ctx.now)
        await sql.query(STORE, [participationId, file.hash, name, actor.id, ctx.now])
        return rows.map(({ hash }) => hash).filter((hash) => hash !== file.hash)
      })
      await release(old)
      log.info({ game: gameId, team: teamId, ...callerOf(ctx) }, 'writeup_submitted')
    },

    async list(ctx, gameId, filter) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      return (await writeupsOf(db.pool, ctx.now, gameId, filter)).map(infoOf)
    },

    async page(ctx, gameId, filter, part) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const [rows, total] = await Promise.all([
        writeupsOf(db.pool, ctx.now, gameId, filter, part),
        countWriteups(db.pool, gameId, filter)
      ])
      return { data: rows.map(infoOf), total }
    },

    async archive(ctx, gameId) {
      actorOf(ctx, 'Admin')
      const { title } = await games.info(gameId)
      const folder = archiveName(title, ctx.now)
      const rows = await writeupsOf(db.pool, ctx.now, gameId)
      const entries = rows.map(({ hash, name, uploadedAt }) => ({
        hash,
        path: `${folder}/${name}`,
        at: uploadedAt
      }))
      return { name: `${folder}.zip`, content: archive(assets, entries) }
    },

    async removeAll(ctx, gameId) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const hashes = await db.transaction(async (sql) => {
        const { rows } = await sql.query<{ hash: string }>(
          `DELETE FROM writeups w USING participations p
           WHERE p.id = w.participation_id AND p.game_id = $1 RETURNING w.hash`,
          [gameId]
        )
        const before = { count: rows.length }
        await audit(sql, ctx, { action: 'writeups_deleted', target: `game:${gameId}`, before })
        return rows.map(({ hash }) => hash)
      })
      await release(hashes)
    }
  }
}
