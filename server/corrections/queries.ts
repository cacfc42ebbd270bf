import {
  bool,
  json,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  texts,
  time
} from '~/server/db'
import { divisionEnds } from '~/server/games/contract'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { CORRECTION_KINDS, type CorrectionView, correctionEffect, publicCorrection } from './contract'
import type { CorrectedGame } from './plan/differences'

/** The subject of a stored correction or draft. */
export const correctionScope = publicCorrection.pick({
  challenges: true,
  teams: true,
  points: true,
  incident: true,
  extension: true
})

const CORRECTION = {
  number,
  kind: oneOf(CORRECTION_KINDS),
  scope: json(correctionScope),
  reason: text,
  effect: json(correctionEffect),
  at: time,
  by: nullable(text),
  confirmedBy: nullable(text),
  undoneAt: nullable(time),
  undoneBy: nullable(text),
  undoneReason: nullable(text)
}

const viewOf = (found: RowOf<typeof CORRECTION>): CorrectionView => {
  const { scope, at, undoneAt, undoneReason, ...rest } = found
  return {
    ...rest,
    ...scope,
    time: wireTime(at),
    undone: undoneAt && { time: wireTime(undoneAt), reason: undoneReason ?? '' }
  }
}

interface Part {
  count: number
  skip: number
  /** Number of one; null for all. */
  only?: number | null
  /** As the list was before then; null for all. */
  until?: Date | null
}

/** Newest first. */
export async function listCorrections(
  sql: Sql,
  gameId: number,
  { count, skip, only = null, until = null }: Part
): Promise<CorrectionView[]> {
  const found = await rows(
    sql,
    CORRECTION,
    `SELECT c.number, c.kind, c.scope, c.reason, c.effect, c.at, u.user_name AS by, w.user_name AS "confirmedBy",
            CASE WHEN $5::timestamptz IS NULL OR c.undone_at < $5 THEN c.undone_at END AS "undoneAt",
            v.user_name AS "undoneBy", c.undone_reason AS "undoneReason"
     FROM corrections c LEFT JOIN users u ON u.id = c.user_id LEFT JOIN users v ON v.id = c.undone_by
       LEFT JOIN users w ON w.id = c.confirmed_by
     WHERE c.game_id = $1 AND ($4::int IS NULL OR c.number = $4)
       AND ($5::timestamptz IS NULL OR c.at < $5)
     ORDER BY c.number DESC LIMIT $2 OFFSET $3`,
    [gameId, count, skip, only, until]
  )
  return found.map(viewOf)
}

/** The number of the game's last correction; 0 before the first one. */
export async function lastCorrectionNumber(sql: Sql, gameId: number): Promise<number> {
  const text = 'SELECT coalesce(max(number), 0) AS last FROM corrections WHERE game_id = $1'
  return (await row(sql, { last: number }, text, [gameId]))!.last
}

/** `until`: only those before; null for all. */
export async function countCorrections(sql: Sql, gameId: number, until: Date | null = null): Promise<number> {
  const found = await row(
    sql,
    { n: number },
    'SELECT count(*) AS n FROM corrections WHERE game_id = $1 AND ($2::timestamptz IS NULL OR at < $2)',
    [gameId, until]
  )
  return found!.n
}

const CORRECTED = {
  id: number,
  start: time,
  end: time,
  regularEnd: time,
  divisions: texts,
  divisionEnds: json(divisionEnds),
  frozen: bool,
  second: bool,
  now: time
}

/** The game as it is stored, not as it is cached. @throws AppError `game.not_found` 404 */
export async function readCorrectedGame(sql: Sql, id: number): Promise<CorrectedGame> {
  const found = await row(
    sql,
    CORRECTED,
    `SELECT id, start_at AS start, final_at AS "end", end_at AS "regularEnd", divisions, division_ends AS "divisionEnds",
            corrections_second AS second, coalesce(freeze_at <= now.at AND revealed_at IS NULL, false) AS frozen, now.at AS now
     FROM games, LATERAL (SELECT date_trunc('milliseconds', clock_timestamp()) AS at OFFSET 0) AS now WHERE id = $1`,
    [id]
  )
  if (!found) throw notFound('game.not_found')
  return found
}
