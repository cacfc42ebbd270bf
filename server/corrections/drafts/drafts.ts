import { refuseOwn, requireInGame, requirePersonInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { AppError, isAppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import {
  applyCorrection,
  type Carrying,
  livingBy,
  namedBy,
  previewIn,
  readCorrectionScope
} from '../apply/apply-correction'
import { type DraftState, MAX_DRAFTS } from '../constants'
import type { CorrectionApply, CorrectionInput, DraftList, DraftNow, DraftView } from '../contract'
import { planDigest } from '../plan/plan'
import { readCorrectedGame } from '../queries'
import { type HeldDraft, listDrafts, lockDraft, openDrafts, storeDraft } from './draft-queries'
import { expire, findExpiryCause } from './expiring'
import { mayStillCorrect, movesTop, seenDigest } from './second-person'

/** Corrections that are not applied yet (docs/rules/corrections.md#drafts). All throw AppError 401, 403, `game.not_found` 404. */
export interface Drafts {
  /** Lists the drafts of a state, newest first. */
  list(ctx: Ctx, gameId: number, part: { count: number; skip: number; state: DraftState }): Promise<DraftList>
  /** Returns a draft with its present effect. @throws AppError `correction.draft_not_found` 404 */
  one(ctx: Ctx, gameId: number, id: number): Promise<DraftNow>
  /** Stores a draft. @throws AppError as `Corrections.apply`; `correction.draft_limit` 400 */
  propose(ctx: Ctx, gameId: number, proposed: CorrectionApply): Promise<DraftNow>
  /**
   * Applies a draft if its effect still has the `digest` of its preview.
   * @returns the number of the correction
   * @throws AppError `correction.draft_not_found` 404; `correction.draft_decided` 409 with the name of the person who decided,
   *   `correction.draft_expired`, `correction.moved_on`, `correction.author_gone` 409; `correction.same_person` 403
   */
  confirm(ctx: Ctx, gameId: number, id: number, digest: string): Promise<number>
  /** Refuses somebody else's draft. @throws AppError as `confirm` */
  decline(ctx: Ctx, gameId: number, id: number, reason: string): Promise<DraftView>
  /** Takes the own draft back. @throws AppError as `confirm`; `correction.not_author` 403 */
  withdraw(ctx: Ctx, gameId: number, id: number): Promise<DraftView>
}

interface Needs extends Carrying {
  change: MakeChange
  log: Log
}

interface Confirmed {
  number: number | null
  /** The reason if it expired. */
  cause: string | null
}

/** Computes the effect of a draft, named as its reader sees it. `cause`: the reason if it cannot be applied. */
async function lookAt(needs: Carrying, gameId: number, input: CorrectionInput) {
  try {
    const preview = await previewIn(needs.db.pool, gameId, input, await livingBy(needs, gameId, input))
    if (preview.empty) return { preview: null, cause: 'correction.nothing' }
    return { preview: { ...preview, digest: seenDigest(preview.digest, preview.effect) }, cause: null }
  } catch (error) {
    if (isAppError(error) && error.status < 500) return { preview: null, cause: error.code }
    throw error
  }
}

/** @throws AppError `correction.same_person` 403, `correction.author_gone` 409 */
async function needSecond(tx: Change, gameId: number, { userId }: HeldDraft, caller: string): Promise<void> {
  if (userId === caller) throw new AppError('correction.same_person', 403)
  if (!(await mayStillCorrect(tx, gameId, userId))) throw new AppError('correction.author_gone', 409)
}

/** Applies an open draft, or lets it expire; under the ledger's lock. */
async function confirmIn(
  needs: Carrying,
  tx: Change,
  gameId: number,
  draft: HeldDraft,
  { caller, digest }: { caller: string; digest: string }
): Promise<Confirmed> {
  const { id, input, reason, announce, userId } = draft
  await refuseOwn(tx, tx.ctx, namedBy(input))
  const game = await readCorrectedGame(tx, gameId)
  const cause = await findExpiryCause(tx, game, input)
  if (cause !== null) {
    await expire(tx, gameId, id, cause)
    return { number: null, cause }
  }
  // Marked before the correction is applied, because applying it would let the draft expire.
  await tx.query(
    `UPDATE correction_drafts SET state = 'applied', decided_at = $2, decided_by = $3 WHERE id = $1`,
    [id, tx.ctx.now, caller]
  )
  let second = false
  const number = await applyCorrection(needs, tx, gameId, {
    ...{ correction: input, reason, announce, author: userId },
    check(ready, now) {
      if (seenDigest(planDigest(ready.plan, ready.last ?? 0, now.now), ready.effect) !== digest)
        throw new AppError('correction.moved_on', 409)
      second = movesTop(now, ready.effect)
    }
  })
  if (second) await needSecond(tx, gameId, draft, caller)
  await tx.query('UPDATE correction_drafts SET number = $2, second = $3 WHERE id = $1', [id, number, second])
  await tx.audit({
    action: 'correction_draft_applied',
    target: `game:${gameId}`,
    after: { draft: id, number, second, author: userId }
  })
  return { number, cause: null }
}

interface Closing {
  state: 'declined' | 'withdrawn'
  reason: string | null
  /** Null for a program, which proposes nothing. */
  caller: string | null
}

/** Ends an open draft without doing it: somebody else's is declined, the own one withdrawn. Under the ledger's lock. */
async function closeIn(
  tx: Change,
  gameId: number,
  id: number,
  { state, reason, caller }: Closing
): Promise<void> {
  const { input, userId } = await lockDraft(tx, gameId, id, { open: true })
  if (state === 'declined' && userId === caller) throw new AppError('correction.same_person', 403)
  if (state === 'withdrawn' && (caller === null || userId !== caller))
    throw new AppError('correction.not_author', 403)
  await refuseOwn(tx, tx.ctx, namedBy(input))
  await tx.query(
    `UPDATE correction_drafts SET state = $2, decided_at = $3, decided_by = $4, decided_reason = $5 WHERE id = $1`,
    [id, state, tx.ctx.now, caller, reason]
  )
  const [target, after] = [`game:${gameId}`, { draft: id, ...(reason !== null && { reason }) }]
  if (state === 'declined') await tx.audit({ action: 'correction_draft_declined', target, after })
  else await tx.audit({ action: 'correction_draft_withdrawn', target, after })
  tx.invalidate(`corrections:${gameId}`)
}

interface Proposed {
  author: string
  /** Running instances that would live longer. */
  living: number
}

/** Stores a draft; under the ledger's lock. @returns its id. @throws AppError as `Drafts.propose` */
async function proposeIn(
  tx: Change,
  gameId: number,
  { correction, reason, announce = false, digest }: CorrectionApply,
  { author, living }: Proposed
): Promise<number> {
  await refuseOwn(tx, tx.ctx, namedBy(correction))
  if ((await openDrafts(tx, gameId, 'open')) >= MAX_DRAFTS)
    throw new AppError('correction.draft_limit', 400, { params: { most: MAX_DRAFTS } })
  const preview = await previewIn(tx, gameId, correction, living)
  if (preview.empty) throw new AppError('correction.nothing')
  if (digest !== undefined && digest !== preview.digest) throw new AppError('correction.moved_on', 409)
  const scope = await readCorrectionScope(tx, await readCorrectedGame(tx, gameId), correction)
  const { effect } = preview
  const seen = seenDigest(preview.digest, effect)
  const draft = { input: correction, scope, reason, announce, effect, digest: seen, author }
  const made = await storeDraft(tx, gameId, draft)
  await tx.audit({
    action: 'correction_drafted',
    target: `game:${gameId}`,
    after: { draft: made, kind: correction.kind, ...scope, reason }
  })
  tx.invalidate(`corrections:${gameId}`)
  return made
}

export function createDrafts(needs: Needs): Drafts {
  const { db, change, log } = needs

  const viewOf = async (ctx: Ctx, gameId: number, id: number): Promise<DraftView> => {
    const [found] = await listDrafts(db.pool, ctx, gameId, { count: 1, skip: 0, only: id })
    if (!found) throw new AppError('correction.draft_not_found', 404)
    return found
  }

  const one: Drafts['one'] = async (ctx, gameId, id) => {
    requireInGame(ctx, gameId, 'corrections')
    const view = await viewOf(ctx, gameId, id)
    if (view.state !== 'open') return { ...view, preview: null, changed: false }
    const { input, digest } = await lockDraft(db.pool, gameId, id)
    const { preview, cause } = await lookAt(needs, gameId, input)
    return { ...view, cause, preview, changed: preview !== null && preview.digest !== digest }
  }

  return {
    async list(ctx, gameId, { count, skip, state }) {
      requireInGame(ctx, gameId, 'corrections')
      const [total, data] = await Promise.all([
        openDrafts(db.pool, gameId, state),
        listDrafts(db.pool, ctx, gameId, { count, skip, state })
      ])
      return { total, data }
    },

    one,

    async propose(ctx, gameId, proposed) {
      const { id: author } = requirePersonInGame(ctx, gameId, 'corrections')
      const living = await livingBy(needs, gameId, proposed.correction)
      const id = await change(ctx, { ledger: gameId }, (tx) =>
        proposeIn(tx, gameId, proposed, { author, living })
      )
      log.info({ game: gameId, draft: id, ...callerLogFields(ctx) }, 'correction_drafted')
      return one(ctx, gameId, id)
    },

    async confirm(ctx, gameId, id, digest) {
      const { id: caller } = requirePersonInGame(ctx, gameId, 'corrections')
      const { number, cause } = await change(ctx, { ledger: gameId }, async (tx) => {
        const draft = await lockDraft(tx, gameId, id, { open: true })
        return confirmIn(needs, tx, gameId, draft, { caller, digest })
      })
      if (number === null)
        throw new AppError('correction.draft_expired', 409, { params: { cause: cause ?? '' } })
      log.info({ game: gameId, correction: number, ...callerLogFields(ctx) }, 'results_corrected')
      return number
    },

    async decline(ctx, gameId, id, reason) {
      const { id: caller } = requirePersonInGame(ctx, gameId, 'corrections')
      const closing = { state: 'declined', reason, caller } as const
      await change(ctx, { ledger: gameId }, (tx) => closeIn(tx, gameId, id, closing))
      return viewOf(ctx, gameId, id)
    },

    async withdraw(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'corrections')
      const closing = { state: 'withdrawn', reason: null, caller: callerUserId(ctx) } as const
      await change(ctx, { ledger: gameId }, (tx) => closeIn(tx, gameId, id, closing))
      return viewOf(ctx, gameId, id)
    }
  }
}
