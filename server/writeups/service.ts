import type { Readable } from 'node:stream'
import { requireActor, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import { assetUrl, type Upload } from '~/server/assets/contract'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, row, rows, type Sql, text } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { PlayGuard } from '~/server/participations/contract'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import { archive } from './archive'
import type { WriteupInfo, WriteupState } from './contract'
import { defineWriteups } from './model'
import { archiveName, writeupName } from './names'
import { checkedPdf } from './pdf'
import {
  countWriteups,
  listWriteups,
  readWriteupState,
  type StoredWriteup,
  type WriteupFilter
} from './queries'

/** One PDF for each team (docs/rules/files.md#writeups). */
export interface Writeups {
  /** @throws AppError of the play guard, also open after the end */
  state(ctx: Ctx, gameId: number): Promise<WriteupState>
  /**
   * Replaces the previous one. Any registered member may.
   * @throws AppError in this order: `file.empty`, `file.too_large`, `file.not_pdf`, `file.pdf_incomplete`; the play
   * guard's; `writeup.not_required`, `writeup.deadline_passed`
   */
  submit(ctx: Ctx, gameId: number, upload: Upload | undefined): Promise<void>
  /** Newest first. Administrators only. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number, filter?: WriteupFilter): Promise<WriteupInfo[]>
  /** As `list`, a page of it, and how many the filter finds in all. */
  page(
    ctx: Ctx,
    gameId: number,
    filter: WriteupFilter,
    part: { count: number; skip: number }
  ): Promise<{ data: WriteupInfo[]; total: number }>
  /**
   * Lets everybody read the writeup once the game is over and staff have chosen it, or takes that back, at once and at any
   * time. The captain alone. @throws AppError as `state`; `team.captain_only` 403, `writeup.missing` 400
   */
  consent(ctx: Ctx, gameId: number, consent: boolean): Promise<void>
  /**
   * Chooses a writeup with consent for everybody, or takes it back. For who may do `writeups` in the game.
   * @throws AppError `game.not_found`, `writeup.not_found` 404, `writeup.no_consent` 400
   */
  publish(ctx: Ctx, gameId: number, participationId: number, published: boolean): Promise<void>
  /** ZIP of all. Administrators only. @throws AppError `game.not_found` 404 */
  archive(ctx: Ctx, gameId: number): Promise<{ name: string; content: Readable }>
  /** Administrators only. @throws AppError `game.not_found` 404 */
  removeAll(ctx: Ctx, gameId: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  games: GameAccess
  participations: PlayGuard
  assets: Assets
}

/** @throws AppError `game.not_found` 404, `writeup.not_required`, `writeup.deadline_passed` */
async function checkOpen(sql: Sql, gameId: number, participationId: number): Promise<void> {
  const game = await row(
    sql,
    { required: bool, late: bool },
    `SELECT g.writeup_required AS required,
       clock_timestamp() > g.writeup_deadline + p.extra_ms * interval '1 millisecond' AS late
     FROM games g JOIN participations p ON p.game_id = g.id WHERE g.id = $1 AND p.id = $2`,
    [gameId, participationId]
  )
  if (!game) throw notFound('game.not_found')
  if (!game.required) throw new AppError('writeup.not_required')
  if (game.late) throw new AppError('writeup.deadline_passed')
}

/** Locked against a writeup that replaces it meanwhile. */
const CONSENTED = `
  SELECT t.captain_id = $2 AS captain, w.consent AS stored FROM participations p JOIN teams t ON t.id = p.team_id
  LEFT JOIN LATERAL (SELECT consent FROM writeups WHERE participation_id = p.id FOR UPDATE) w ON true WHERE p.id = $1`
const PUBLISHED = `
  SELECT w.consent, w.published, p.team_id AS team FROM writeups w JOIN participations p ON p.id = w.participation_id
  WHERE p.game_id = $1 AND p.id = $2 FOR UPDATE OF w`

const infoOf = ({
  id,
  team,
  hash,
  name,
  size,
  uploadedAt,
  consent,
  published
}: StoredWriteup): WriteupInfo => ({
  id,
  team: { ...team, members: null },
  url: assetUrl(hash, name),
  uploadTimeUtc: wireTime(uploadedAt),
  fileSize: size,
  consent,
  published
})

export function createWriteups({ db, change, log, games, participations, assets }: Needs): Writeups {
  const writeups = defineWriteups(db.sequelize)

  const dropAfter = (tx: Change, hashes: string[]) => {
    for (const hash of hashes)
      tx.after(() =>
        assets.drop(hash).catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
      )
  }

  return {
    async state(ctx, gameId) {
      const { id } = requireActor(ctx)
      const { participationId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      return readWriteupState(db.pool, gameId, participationId, id)
    },

    async submit(ctx, gameId, upload) {
      const actor = requireActor(ctx)
      const file = await checkedPdf(upload)
      const { participationId, teamId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      await assets.storing(ctx, [file], async (tx) => {
        await checkOpen(tx, gameId, participationId)
        const { transaction } = tx
        const old = await writeups.findByPk(participationId, { transaction, lock: transaction.LOCK.UPDATE })
        await assets.keep(tx, file)
        const name = writeupName(gameId, teamId, ctx.now)
        const stored = { participationId, hash: file.hash, name, userId: actor.id, uploadedAt: ctx.now }
        // Consent and choice were for what it replaces. Two may be the first at once.
        await writeups.upsert({ ...stored, consent: false, published: false }, { transaction })
        if (old && old.hash !== file.hash) dropAfter(tx, [old.hash])
      })
      log.info({ game: gameId, team: teamId, ...callerLogFields(ctx) }, 'writeup_submitted')
    },

    async consent(ctx, gameId, consent) {
      const actor = requireActor(ctx)
      const { participationId, teamId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      await change(ctx, async (tx) => {
        const place = await row(tx, { captain: bool, stored: nullable(bool) }, CONSENTED, [
          participationId,
          actor.id
        ])
        if (!place?.captain) throw forbidden('team.captain_only')
        if (place.stored === null) throw new AppError('writeup.missing')
        // What is agreed to again is chosen again.
        const { transaction } = tx
        const written = consent ? { consent } : { consent, published: false }
        await writeups.update(written, { where: { participationId }, transaction })
        const [before, after] = [{ consent: place.stored }, { consent }]
        await tx.audit({ action: 'writeup_consent', target: `team:${teamId}`, before, after })
      })
    },

    async publish(ctx, gameId, participationId, published) {
      requireInGame(ctx, gameId, 'writeups')
      await games.info(gameId)
      await change(ctx, async (tx) => {
        const found = await row(tx, { consent: bool, published: bool, team: number }, PUBLISHED, [
          gameId,
          participationId
        ])
        if (!found) throw notFound('writeup.not_found')
        if (published && !found.consent) throw new AppError('writeup.no_consent')
        const { transaction } = tx
        await writeups.update({ published }, { where: { participationId }, transaction })
        const [before, after] = [{ published: found.published }, { published }]
        await tx.audit({ action: 'writeup_published', target: `team:${found.team}`, before, after })
      })
    },

    async list(ctx, gameId, filter) {
      requireInGame(ctx, gameId, 'writeups')
      await games.info(gameId)
      return (await listWriteups(db.pool, ctx.now, gameId, filter)).map(infoOf)
    },

    async page(ctx, gameId, filter, part) {
      requireInGame(ctx, gameId, 'writeups')
      await games.info(gameId)
      const [data, total] = await Promise.all([
        listWriteups(db.pool, ctx.now, gameId, filter, part),
        countWriteups(db.pool, gameId, filter)
      ])
      return { data: data.map(infoOf), total }
    },

    async archive(ctx, gameId) {
      requireInGame(ctx, gameId, 'writeups')
      const { title } = await games.info(gameId)
      const folder = archiveName(title, ctx.now)
      const stored = await listWriteups(db.pool, ctx.now, gameId)
      const entries = stored.map(({ hash, name, uploadedAt }) => ({
        hash,
        path: `${folder}/${name}`,
        at: uploadedAt
      }))
      return { name: `${folder}.zip`, content: archive(assets, entries) }
    },

    async removeAll(ctx, gameId) {
      requireInGame(ctx, gameId, 'writeups')
      await games.info(gameId)
      await change(ctx, async (tx) => {
        const deleted = await rows(
          tx,
          { hash: text },
          `DELETE FROM writeups w USING participations p
           WHERE p.id = w.participation_id AND p.game_id = $1 RETURNING w.hash`,
          [gameId]
        )
        const before = { count: deleted.length }
        await tx.audit({ action: 'writeups_deleted', target: `game:${gameId}`, before })
        dropAfter(
          tx,
          deleted.map(({ hash }) => hash)
        )
      })
    }
  }
}
