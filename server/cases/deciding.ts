import { requireInGame, requirePersonInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { correctIn, type Decided, planDecided, previewDecided, undoCorrection } from '~/server/corrections'
import type { CorrectionPreview } from '~/server/corrections/contract'
import { number, rows } from '~/server/db'
import { setStatusesIn } from '~/server/participations'
import { AppError, isAppError } from '~/server/platform/errors'
import { queueWebhooks } from '~/server/webhooks'
import type { CaseProposal, CaseVerdict, CaseView } from './contract'
import { type Needs, refuseOwnCase, touch } from './editing'
import { notifyTeamsOfCase } from './news'
import { findDecision, lockCase, readCaseId, type StandingDecision, worksOnCases } from './queries'

/** Every function but the previews also throws `game.own_team` 403 for a caller who plays for a team of the case. */
export interface Deciding {
  /**
   * Staff only. @throws `case.changed` 409, `.proposal_waits`, `.decided`, `.team_not_concerned`, `correction.nothing`
   * 400
   */
  propose(ctx: Ctx, gameId: number, number: number, input: CaseProposal): Promise<CaseView>
  /** Null without an effect on the board. For who decides (docs/rules/game-staff.md#actions). @throws AppError `case.no_proposal` 400 */
  previewProposal(ctx: Ctx, gameId: number, number: number): Promise<CorrectionPreview | null>
  /**
   * Confirms or declines a proposal; the proposer can only withdraw it. Also throws the errors of the consequence.
   * @throws AppError `case.no_proposal` 400, `case.changed`, `case.proposer_gone`, `correction.moved_on` 409, `case.same_person`
   *   403
   */
  answer(ctx: Ctx, gameId: number, number: number, input: CaseVerdict): Promise<CaseView>
  /** Reopens the case. For who decides. @throws AppError `case.not_decided` 400 */
  undoDecision(ctx: Ctx, gameId: number, number: number, reason: string): Promise<CaseView>
}

/** @throws AppError `case.changed` 409 */
function checkVersion(held: { version: number }, read: number): void {
  if (held.version !== read) throw new AppError('case.changed', 409)
}

/** Null without an effect on results. */
function decidedBy({
  outcome,
  participationIds,
  challengeIds,
  points
}: Pick<StandingDecision, 'outcome' | 'participationIds' | 'challengeIds'> & {
  points?: number | null
}): Decided | null {
  if (outcome === 'void') return { kind: 'void', participationIds, challengeIds }
  if (outcome === 'penalty') return { kind: 'award', participationIds, points: -(points ?? 0) }
  return null
}

/** @throws AppError `case.team_not_concerned` 400 */
async function needConcerned(tx: Change, caseId: number, ids: readonly number[]): Promise<void> {
  const text =
    'SELECT participation_id AS id FROM case_teams WHERE case_id = $1 AND participation_id = ANY ($2)'
  const found = await rows(tx, { id: number }, text, [caseId, ids])
  if (found.length < ids.length)
    throw new AppError('case.team_not_concerned', 400, { extra: { field: 'participationIds' } })
}

/** @returns what undoing needs */
async function carryOut(
  { db }: Pick<Needs, 'db'>,
  tx: Change,
  gameId: number,
  decision: StandingDecision,
  digest: string | undefined
): Promise<{ correction: number | null; suspended: number[] }> {
  const decided = decidedBy(decision)
  const { reason } = decision
  return {
    correction: decided && (await correctIn(db, tx, gameId, decided, { reason, digest })),
    suspended: await suspend(tx, gameId, decision)
  }
}

/** @returns teams that play again once no decision suspends them; who was suspended without one is not among them */
async function suspend(
  tx: Change,
  gameId: number,
  { outcome, participationIds }: StandingDecision
): Promise<number[]> {
  if (outcome !== 'suspension') return []
  const changed = await setStatusesIn(tx, gameId, participationIds, 'Suspended')
  const others = await suspendedByOthers(tx, gameId, participationIds)
  return participationIds.filter((id) => changed.includes(id) || others.has(id))
}

/** Teams that standing decisions have suspended; `but`: leaves one decision out. */
async function suspendedByOthers(
  tx: Change,
  gameId: number,
  ids: readonly number[],
  but: number | null = null
): Promise<Set<number>> {
  const found = await rows(
    tx,
    { id: number },
    `SELECT DISTINCT t.id FROM cases c JOIN case_decisions d ON d.case_id = c.id CROSS JOIN unnest(d.suspended) AS t (id)
     WHERE c.game_id = $1 AND d.state = 'confirmed' AND t.id = ANY ($2) AND ($3::int IS NULL OR d.id <> $3)`,
    [gameId, ids, but]
  )
  return new Set(found.map(({ id }) => id))
}

/** Skips a correction undone already, or of deleted teams and challenges. */
async function undoCaseCorrection(
  { db }: Pick<Needs, 'db'>,
  tx: Change,
  gameId: number,
  correction: number,
  reason: string
): Promise<void> {
  try {
    await undoCorrection(db, tx, gameId, correction, { reason })
  } catch (error) {
    if (!isAppError(error) || error.code !== 'correction.undone') throw error
  }
}

/** Lets the teams of a decision play again that no other one suspends. */
async function reinstate(tx: Change, gameId: number, { id, suspended }: StandingDecision): Promise<void> {
  const others = await suspendedByOthers(tx, gameId, suspended, id)
  const still = await rows(
    tx,
    { id: number },
    `SELECT id FROM participations WHERE game_id = $1 AND id = ANY ($2) AND status = 'Suspended' ORDER BY id`,
    [gameId, suspended]
  )
  const ids = still.flatMap((team) => (others.has(team.id) ? [] : [team.id]))
  if (ids.length > 0) await setStatusesIn(tx, gameId, ids, 'Accepted')
}

/** @throws AppError 403, `case.same_person` 403, `case.proposer_gone` 409 */
async function checkSecond(
  tx: Change,
  gameId: number,
  { proposedBy }: StandingDecision,
  accept: boolean
): Promise<void> {
  const { id } = requirePersonInGame(tx.ctx, gameId, 'cases')
  if (!accept && proposedBy === id) return
  requirePersonInGame(tx.ctx, gameId, 'decisions')
  if (!accept) return
  if (proposedBy === id) throw new AppError('case.same_person', 403)
  // Both deciders must be staff at the end.
  if (proposedBy === null || !(await worksOnCases(tx, gameId, proposedBy)))
    throw new AppError('case.proposer_gone', 409)
}

type Read = (ctx: Ctx, gameId: number, number: number) => Promise<CaseView>

function createProposing({ change }: Needs, read: Read): Pick<Deciding, 'propose'> {
  return {
    async propose(ctx, gameId, caseNumber, { version, ...proposal }) {
      const { id: userId } = requirePersonInGame(ctx, gameId, 'cases')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const held = await lockCase(tx, gameId, caseNumber)
        await refuseOwnCase(tx, held.id)
        if (await findDecision(tx, held.id, 'proposed')) throw new AppError('case.proposal_waits')
        if (await findDecision(tx, held.id, 'confirmed')) throw new AppError('case.decided')
        checkVersion(held, version)
        const { outcome, reason } = proposal
        const participationIds = outcome === 'nothing' ? [] : proposal.participationIds
        const challengeIds = outcome === 'void' ? proposal.challengeIds : []
        const points = outcome === 'penalty' ? proposal.points : null
        await needConcerned(tx, held.id, participationIds)
        const decided = decidedBy({ outcome, participationIds, challengeIds, points })
        if (decided) await planDecided(tx, gameId, decided)
        await tx.query(
          `INSERT INTO case_decisions
             (case_id, outcome, participation_ids, challenge_ids, points, reason, proposed_by, proposed_at, suspended)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}')`,
          [held.id, outcome, participationIds, challengeIds, points, reason, userId, ctx.now]
        )
        await touch(tx, held.id)
        const after = { case: caseNumber, outcome, participationIds, challengeIds, points, reason }
        await tx.audit({ action: 'case_proposed', target: `game:${gameId}`, after })
      })
      return read(ctx, gameId, caseNumber)
    }
  }
}

function createAnswering(needs: Needs, read: Read): Pick<Deciding, 'previewProposal' | 'answer'> {
  const { db, change, mail, log } = needs
  return {
    async previewProposal(ctx, gameId, caseNumber) {
      requireInGame(ctx, gameId, 'decisions')
      const { id } = await readCaseId(db.pool, gameId, caseNumber)
      const proposal = await findDecision(db.pool, id, 'proposed')
      if (!proposal) throw new AppError('case.no_proposal')
      const decided = decidedBy(proposal)
      return decided && previewDecided(db.pool, gameId, decided)
    },

    async answer(ctx, gameId, caseNumber, { accept, reason = null, version, digest }) {
      requirePersonInGame(ctx, gameId, 'cases')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const held = await lockCase(tx, gameId, caseNumber)
        await refuseOwnCase(tx, held.id)
        const proposal = await findDecision(tx, held.id, 'proposed')
        if (!proposal) throw new AppError('case.no_proposal')
        await checkSecond(tx, gameId, proposal, accept)
        checkVersion(held, version)
        const { outcome } = proposal
        const done = accept
          ? await carryOut(needs, tx, gameId, proposal, digest)
          : { correction: null, suspended: [] }
        await tx.query(
          `UPDATE case_decisions SET state = $2, answered_by = $3, answered_at = $4, answer = $5, correction = $6,
             suspended = $7 WHERE id = $1`,
          [
            proposal.id,
            accept ? 'confirmed' : 'rejected',
            ctx.actor?.id,
            ctx.now,
            reason,
            done.correction,
            done.suspended
          ]
        )
        tx.invalidate(...proposal.participationIds.map((id) => `participation:${id}`))
        await touch(tx, held.id, accept ? (outcome === 'nothing' ? 'closed' : 'decided') : undefined)
        await tx.audit({
          action: accept ? 'case_decided' : 'case_rejected',
          target: `game:${gameId}`,
          after: { case: caseNumber, outcome, reason, ...done }
        })
        if (!accept) return
        const data = { case: caseNumber, outcome }
        const key = `decision-${proposal.id}`
        await queueWebhooks(tx, gameId, [{ type: 'case_decided', key, at: ctx.now, data }])
        if (outcome !== 'nothing')
          await notifyTeamsOfCase(mail, tx, 'decided', held.id, proposal.participationIds)
      })
      if (accept) log.info({ game: gameId, case: caseNumber, ...callerLogFields(ctx) }, 'case_decided')
      return read(ctx, gameId, caseNumber)
    }
  }
}

export function createDeciding(needs: Needs, read: Read): Deciding {
  const { change, mail, log } = needs
  return {
    ...createProposing(needs, read),
    ...createAnswering(needs, read),

    async undoDecision(ctx, gameId, caseNumber, reason) {
      requirePersonInGame(ctx, gameId, 'decisions')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const held = await lockCase(tx, gameId, caseNumber)
        await refuseOwnCase(tx, held.id)
        const decision = await findDecision(tx, held.id, 'confirmed')
        if (!decision) throw new AppError('case.not_decided')
        if (decision.correction !== null)
          await undoCaseCorrection(needs, tx, gameId, decision.correction, reason)
        await reinstate(tx, gameId, decision)
        await tx.query(
          `UPDATE case_decisions SET state = 'undone', undone_by = $2, undone_at = $3, undone_reason = $4 WHERE id = $1`,
          [decision.id, ctx.actor?.id, ctx.now, reason]
        )
        tx.invalidate(...decision.participationIds.map((id) => `participation:${id}`))
        await touch(tx, held.id, 'open')
        if (decision.outcome !== 'nothing')
          await notifyTeamsOfCase(mail, tx, 'undone', held.id, decision.participationIds)
        await tx.audit({
          action: 'case_undone',
          target: `game:${gameId}`,
          after: { case: caseNumber, reason }
        })
      })
      log.info({ game: gameId, case: caseNumber, ...callerLogFields(ctx) }, 'case_undone')
      return read(ctx, gameId, caseNumber)
    }
  }
}
