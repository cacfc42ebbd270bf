import { type Ctx, callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
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
  time,
  uuid
} from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { DRAFT_STATES, type DraftState } from '../constants'
import {
  CORRECTION_KINDS,
  type CorrectionEffect,
  type CorrectionInput,
  correctionEffect,
  correctionInput,
  type DraftView
} from '../contract'
import type { CorrectionScope } from '../model'
import { correctionScope } from '../queries'

const DRAFT = {
  ...{ id: number, kind: oneOf(CORRECTION_KINDS), scope: json(correctionScope), reason: text },
  ...{ announce: bool, effect: json(correctionEffect), at: time, userId: nullable(uuid), by: nullable(text) },
  ...{ state: oneOf(DRAFT_STATES), decidedAt: nullable(time), decidedBy: nullable(text) },
  ...{ decidedReason: nullable(text), cause: nullable(text), number: nullable(number) }
}

const viewOf = (found: RowOf<typeof DRAFT>, reader: string | null): DraftView => {
  const { scope, at, userId, decidedAt, decidedBy, decidedReason, ...rest } = found
  return {
    ...rest,
    ...scope,
    own: userId !== null && userId === reader,
    time: wireTime(at),
    decided: decidedAt && { time: wireTime(decidedAt), by: decidedBy, reason: decidedReason }
  }
}

interface Part {
  count: number
  skip: number
  state?: DraftState
  only?: number
}

/** Newest first; `only`: the id of one. */
export async function listDrafts(
  sql: Sql,
  ctx: Ctx,
  gameId: number,
  { count, skip, state, only }: Part
): Promise<DraftView[]> {
  const found = await rows(
    sql,
    DRAFT,
    `SELECT d.id, d.input->>'kind' AS kind, d.scope, d.reason, d.announce, d.effect, d.at, d.user_id AS "userId",
       u.user_name AS by, d.state, d.decided_at AS "decidedAt", v.user_name AS "decidedBy",
       d.decided_reason AS "decidedReason", d.cause, d.number
     FROM correction_drafts d LEFT JOIN users u ON u.id = d.user_id LEFT JOIN users v ON v.id = d.decided_by
     WHERE d.game_id = $1 AND ($4::text IS NULL OR d.state = $4) AND ($5::int IS NULL OR d.id = $5)
     ORDER BY d.id DESC LIMIT $2 OFFSET $3`,
    [gameId, count, skip, state ?? null, only ?? null]
  )
  return found.map((one) => viewOf(one, callerUserId(ctx)))
}

/** How many drafts of a state a game has. */
export async function openDrafts(sql: Sql, gameId: number, state: DraftState): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM correction_drafts WHERE game_id = $1 AND state = $2'
  return (await row(sql, { n: number }, text, [gameId, state]))!.n
}

const HELD = {
  ...{ id: number, input: json(correctionInput), reason: text, announce: bool, digest: text },
  ...{ userId: nullable(uuid), state: oneOf(DRAFT_STATES), decidedBy: nullable(text) }
}
export type HeldDraft = RowOf<typeof HELD>

/**
 * A draft as it was proposed. With `open` it must be so still; under the ledger's lock it stays so.
 * @throws AppError `correction.draft_not_found` 404, `correction.draft_decided`, `correction.draft_expired` 409
 */
export async function lockDraft(
  sql: Sql,
  gameId: number,
  id: number,
  { open = false }: { open?: boolean } = {}
): Promise<HeldDraft> {
  const found = await row(
    sql,
    HELD,
    `SELECT d.id, d.input, d.reason, d.announce, d.digest, d.user_id AS "userId", d.state, v.user_name AS "decidedBy"
     FROM correction_drafts d LEFT JOIN users v ON v.id = d.decided_by WHERE d.game_id = $1 AND d.id = $2`,
    [gameId, id]
  )
  if (!found) throw notFound('correction.draft_not_found')
  if (!open || found.state === 'open') return found
  if (found.state === 'expired') throw new AppError('correction.draft_expired', 409)
  throw new AppError('correction.draft_decided', 409, { params: { name: found.decidedBy ?? '–' } })
}

interface NewDraft {
  input: CorrectionInput
  scope: CorrectionScope
  reason: string
  announce: boolean
  effect: CorrectionEffect
  digest: string
  author: string
}

/** @returns its id */
export async function storeDraft(tx: Change, gameId: number, draft: NewDraft): Promise<number> {
  const { input, scope, reason, announce, effect, digest, author } = draft
  const made = await row(
    tx,
    { id: number },
    `INSERT INTO correction_drafts (game_id, input, scope, reason, announce, effect, digest, at, user_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      ...[gameId, JSON.stringify(input), JSON.stringify(scope), reason, announce, JSON.stringify(effect)],
      ...[digest, tx.ctx.now, author]
    ]
  )
  return made!.id
}
