import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { refuseOwn, requireConfirmed, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import type { Upload } from '~/server/assets/contract'
import type { Change } from '~/server/change'
import { mergeIn, previewMerge } from '~/server/corrections'
import { bytes, json, nullable, number, row, rows, type Sql, text, time, uuid } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { sha256Hex } from '~/server/platform/sha256'
import { wireTime } from '~/server/platform/time'
import {
  type Matching,
  type MergeInput,
  type MergePreview,
  type MergePreviewInput,
  SUITCASE_LIMITS,
  type SuitcaseView
} from './contract'
import { decidedIn, shownMatches } from './matching'
import { type Merge, prepareMerge } from './merging'
import { createPacks, type Packs } from './packing'
import { type ReadResults, readResults } from './reading'
import { createResults, type Results } from './results'
import { fingerprintOf, keyName } from './suitcase-keys'
import { createUnpacks, type Unpacks } from './unpacking'

/** Games that are played on another machine, and their results (docs/suitcase.md). */
export interface Suitcases extends Packs, Unpacks, Results {
  /** Lists the suitcases of a game, newest first. */
  list(ctx: Ctx, gameId: number): Promise<SuitcaseView[]>
  /**
   * Checks a file of results and keeps it in place of the one before, for a preview.
   * @throws AppError `file.empty`, `file.too_large`, `suitcase.unreadable`, `suitcase.tampered`, `suitcase.signature` 400,
   * `suitcase.not_found` 404, `suitcase.other_key`, `suitcase.rewritten` 409
   */
  receive(ctx: Ctx, gameId: number, upload: Upload | undefined): Promise<SuitcaseView>
  /**
   * Returns the effect of merging the received results; changes nothing.
   * @throws AppError `suitcase.not_found`, `suitcase.no_results` 404, `suitcase.match` 400, `suitcase.waiting`,
   *   `suitcase.other_key`, `suitcase.rewritten` 409
   */
  preview(ctx: Ctx, gameId: number, id: string, input: MergePreviewInput): Promise<MergePreview>
  /**
   * Merges them as one correction, which can be undone. @returns its number
   * @throws AppError as `preview`; `account.confirm_needed`, `game.own_team` 403, `suitcase.fingerprint` 400, `correction.moved_on` 409,
   * `correction.nothing` 400
   */
  merge(ctx: Ctx, gameId: number, id: string, input: MergeInput): Promise<number>
}

type Needs = Parameters<typeof createPacks>[0] &
  Parameters<typeof createUnpacks>[0] &
  Parameters<typeof createResults>[0]

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

const VIEW = {
  id: uuid,
  packedAt: time,
  by: nullable(text),
  key: nullable(text),
  receivedAt: nullable(time),
  merged: number
}
const VIEWS = `
  SELECT s.id, s.packed_at AS "packedAt", u.user_name AS by, s.key, s.received_at AS "receivedAt", s.merged_seq AS merged
  FROM suitcases s LEFT JOIN users u ON u.id = s.packed_by
  WHERE s.game_id = $1 AND ($2::uuid IS NULL OR s.id = $2) ORDER BY s.packed_at DESC, s.id LIMIT $3`

const STORED = {
  key: nullable(text),
  results: nullable(bytes),
  teams: json(z.record(z.string(), z.int())),
  mergedSeq: number,
  mergedHash: bytes
}
const stored = (sql: Sql, gameId: number, id: string) =>
  row(
    sql,
    STORED,
    `SELECT key, results, teams, merged_seq AS "mergedSeq", merged_hash AS "mergedHash" FROM suitcases
     WHERE game_id = $1 AND id = $2`,
    [gameId, id]
  )

type Stored = NonNullable<Awaited<ReturnType<typeof stored>>>

/** @throws AppError `suitcase.other_key`, `suitcase.rewritten` 409 */
function checkSame({ key, mergedSeq, mergedHash }: Stored, results: ReadResults): void {
  if (key !== null && key !== results.head.publicKey) throw new AppError('suitcase.other_key', 409)
  if (mergedSeq > 0 && results.hashes[mergedSeq - 1] !== mergedHash.toString('hex'))
    throw new AppError('suitcase.rewritten', 409, { params: { entries: mergedSeq } })
}

async function viewsOf(sql: Sql, gameId: number, id: string | null): Promise<SuitcaseView[]> {
  const found = await rows(sql, VIEW, VIEWS, [gameId, id, SUITCASE_LIMITS.listed])
  return found.map(({ packedAt, key, receivedAt, ...one }) => ({
    ...one,
    packed: wireTime(packedAt),
    fingerprint: key && fingerprintOf(key),
    received: receivedAt && wireTime(receivedAt)
  }))
}

async function viewOf(sql: Sql, gameId: number, id: string): Promise<SuitcaseView> {
  const [found] = await viewsOf(sql, gameId, id)
  if (!found) throw notFound('suitcase.not_found')
  return found
}

/** Takes a transaction back that has told what it would have done. */
class TakenBack extends Error {}

export function createSuitcases(needs: Needs): Suitcases {
  const { db, change, secretBox, log } = needs

  /** The results that were received, read again: they are trusted no more than when they came. */
  const receivedOf = async (sql: Sql, gameId: number, id: string) => {
    const found = await stored(sql, gameId, id)
    if (!found) throw notFound('suitcase.not_found')
    if (!found.results) throw notFound('suitcase.no_results')
    const content = await unpacked(found.results, { maxOutputLength: SUITCASE_LIMITS.results })
    const results = await readResults(content)
    checkSame(found, results)
    return { found, results, file: sha256Hex(content) }
  }

  const merged = async (tx: Change, gameId: number, id: string, chosen: Matching) => {
    const { found, results, file } = await receivedOf(tx, gameId, id)
    const merge = await prepareMerge(tx, secretBox, gameId, results, { before: found.teams, chosen, file })
    return { found, results, merge }
  }

  const previewIn = async (tx: Change, gameId: number, id: string, chosen: Matching) => {
    const { found, results, merge } = await merged(tx, gameId, id, chosen)
    const { digest, plan, teams, left } = merge
    return {
      ...{ fingerprint: fingerprintOf(results.head.publicKey), confirmed: found.key !== null },
      ...{ entries: results.hashes.length, solves: results.solves.length, awards: results.awards.length },
      ...{ teams: shownMatches(teams), teamCount: teams.length, left },
      preview: { ...(await previewMerge(tx, gameId, plan)), digest }
    }
  }

  /** Remembers whose key it is, which teams were meant and how far the ledger was read. */
  const remember = (tx: Change, id: string, results: ReadResults, { participations }: Merge) =>
    tx.query(
      `UPDATE suitcases SET key = $2, confirmed_at = coalesce(confirmed_at, $3),
         confirmed_by = CASE WHEN key IS NULL THEN $4 ELSE confirmed_by END, teams = teams || $5,
         merged_seq = $6, merged_hash = $7 WHERE id = $1`,
      [
        id,
        results.head.publicKey,
        tx.ctx.now,
        callerUserId(tx.ctx),
        JSON.stringify(participations),
        results.hashes.length,
        Buffer.from(results.hashes.at(-1) ?? '', 'hex')
      ]
    )

  return {
    ...createPacks(needs),
    ...createUnpacks(needs),
    ...createResults(needs),

    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'suitcase')
      return viewsOf(db.pool, gameId, null)
    },

    async receive(ctx, gameId, upload) {
      requireInGame(ctx, gameId, 'suitcase')
      if (!upload || upload.size === 0) throw new AppError('file.empty')
      if (upload.size > SUITCASE_LIMITS.results) throw new AppError('file.too_large')
      const content = await readFile(upload.path)
      const results = await readResults(content)
      const id = results.head.suitcase
      await change(ctx, { ledger: gameId }, async (tx) => {
        const found = await stored(tx, gameId, id)
        if (!found) throw notFound('suitcase.not_found')
        checkSame(found, results)
        const values = [id, await packed(content), ctx.now]
        await tx.query('UPDATE suitcases SET results = $2, received_at = $3 WHERE id = $1', values)
        const after = { suitcase: id, entries: results.hashes.length, key: results.key }
        await tx.audit({ action: 'suitcase_results_received', target: `game:${gameId}`, after })
      })
      return viewOf(db.pool, gameId, id)
    },

    async preview(ctx, gameId, id, { teams = {} }) {
      requireInGame(ctx, gameId, 'suitcase')
      const suitcase = await viewOf(db.pool, gameId, id)
      let preview: Omit<MergePreview, 'suitcase'> | null = null
      await change(ctx, { ledger: gameId, long: true }, async (tx) => {
        preview = await previewIn(tx, gameId, id, teams)
        throw new TakenBack()
      }).catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
      return { suitcase, ...preview! }
    },

    async merge(ctx, gameId, id, { teams = {}, reason, digest, fingerprint = '' }) {
      requireInGame(ctx, gameId, 'suitcase')
      const number = await change(ctx, { ledger: gameId, long: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        const { found, results, merge } = await merged(tx, gameId, id, teams)
        const shown = fingerprint.replace(/\s/g, '').toLowerCase()
        if (found.key === null && shown !== keyName(results.head.publicKey))
          throw new AppError('suitcase.fingerprint', 400, { extra: { field: 'fingerprint' } })
        await refuseOwn(tx, ctx, decidedIn(teams, results, found.teams))
        if (digest !== merge.digest) throw new AppError('correction.moved_on', 409)
        const made = await mergeIn(db, tx, gameId, merge.plan, reason)
        await remember(tx, id, results, merge)
        const after = { suitcase: id, correction: made, key: results.key, entries: results.hashes.length }
        await tx.audit({ action: 'suitcase_merged', target: `game:${gameId}`, after })
        return made
      })
      log.info({ game: gameId, suitcase: id, correction: number, ...callerLogFields(ctx) }, 'suitcase_merged')
      return number
    }
  }
}
