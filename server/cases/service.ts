import { requireInGame, requirePersonInGame } from '~/server/access'
import { rolesFor } from '~/server/access/constants'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { number, row, rows, text, uuid } from '~/server/db'
import type { MailMessage, MailOrder } from '~/server/mail/contract'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { queueWebhooks } from '~/server/webhooks'
import { type Appeals, createAppeals } from './appeals'
import type { CaseState } from './constants'
import type { CaseExport, CaseList, CaseOpen, CaseView, EvidenceFacts, EvidenceRef } from './contract'
import { createDeciding, type Deciding } from './deciding'
import { addEntries, addTeams, type Needs, needRoom, refuseOwnCase, touch } from './editing'
import { concernedBy, takeEvidence } from './evidence'
import { createNewsMails, notifyStaffOfCase } from './news'
import { countOpenCases, listCases, lockCase, readCase, worksOnCases } from './queries'

/** Cases (docs/rules/cases.md). @throws 401, 403, `game.not_found` 404; with a `number` also `case.not_found` 404 */
export interface Cases extends Deciding, Appeals {
  /** Writes the mail of an order; null when receiver, case or game is gone. */
  mailOf(order: MailOrder): Promise<MailMessage | null>
  /** Everything that staff knows of a case, with the game; audited. */
  export(ctx: Ctx, gameId: number, number: number): Promise<CaseExport>
  /** Staff only: open and appealed ones first, then newest first. */
  list(
    ctx: Ctx,
    gameId: number,
    part: { count: number; skip: number; state?: CaseState | null }
  ): Promise<CaseList>
  /** Open and appealed ones; staff only. */
  openCount(ctx: Ctx, gameId: number): Promise<number>
  one(ctx: Ctx, gameId: number, number: number): Promise<CaseView>
  /** Present facts of evidence; writes nothing. @throws AppError `case.evidence_not_found` 404 */
  look(ctx: Ctx, gameId: number, evidence: readonly EvidenceRef[]): Promise<EvidenceFacts[]>
  /** @throws `case.evidence_not_found`, `participation.not_found` 404; `case.no_team`, `case.too_many_teams` 400 */
  open(ctx: Ctx, gameId: number, input: CaseOpen): Promise<CaseView>
  /**
   * Adds its teams too. @throws `case.evidence_not_found` 404, `case.evidence_there`, `.full`, `.too_many_teams` 400
   */
  addEvidence(ctx: Ctx, gameId: number, number: number, evidence: readonly EvidenceRef[]): Promise<CaseView>
  /** @throws AppError `case.full` 400 */
  addNote(ctx: Ctx, gameId: number, number: number, note: string): Promise<CaseView>
  /** @throws AppError `case.not_staff` 400 */
  assign(ctx: Ctx, gameId: number, number: number, userId: string | null): Promise<CaseView>
  /** @throws AppError `case.not_decided` 400, `game.own_team` 403 */
  close(ctx: Ctx, gameId: number, number: number): Promise<CaseView>
  /** Lists the staff by name; at most 200. */
  staff(ctx: Ctx, gameId: number): Promise<{ id: string; name: string }[]>
}

/** `origin`: of this platform, for links in mails. */
export function createCases(needs: Needs, origin: string): Cases {
  const { db, change, games, mail, log } = needs

  const read = (ctx: Ctx, gameId: number, caseNumber: number) =>
    readCase(db.pool, gameId, caseNumber, requireInGame(ctx, gameId, 'cases').id)

  /** Locks the ledger first, because evidence refers to rows of teams (server/db/locks.ts), then the case. */
  const edit = async (
    ctx: Ctx,
    gameId: number,
    caseNumber: number,
    work: (tx: Change, held: Awaited<ReturnType<typeof lockCase>>) => Promise<void>
  ): Promise<CaseView> => {
    requireInGame(ctx, gameId, 'cases')
    await change(ctx, { ledger: gameId }, async (tx) => work(tx, await lockCase(tx, gameId, caseNumber)))
    return read(ctx, gameId, caseNumber)
  }

  return {
    ...createDeciding(needs, read),
    ...createAppeals(needs, read),

    async list(ctx, gameId, part) {
      requireInGame(ctx, gameId, 'cases')
      await games.info(gameId)
      return listCases(db.pool, gameId, part)
    },

    async openCount(ctx, gameId) {
      requireInGame(ctx, gameId, 'cases')
      return countOpenCases(db.pool, gameId)
    },

    one: async (ctx, gameId, caseNumber) => read(ctx, gameId, caseNumber),

    mailOf: createNewsMails(db, origin),

    async export(ctx, gameId, caseNumber) {
      const { userName } = requireInGame(ctx, gameId, 'cases')
      const { title } = await games.see(ctx, gameId)
      const { waiting: _, ...view } = await read(ctx, gameId, caseNumber)
      await change(ctx, (tx) =>
        tx.audit({ action: 'case_exported', target: `game:${gameId}`, after: { case: caseNumber } })
      )
      log.info({ game: gameId, case: caseNumber, ...callerLogFields(ctx) }, 'case_exported')
      return { game: { id: gameId, title }, exported: { time: wireTime(ctx.now), by: userName }, ...view }
    },

    async look(ctx, gameId, evidence) {
      requireInGame(ctx, gameId, 'cases')
      return (await takeEvidence(db.pool, gameId, evidence)).map(({ facts }) => facts)
    },

    async open(ctx, gameId, { title, evidence, participationIds }) {
      const { id: userId } = requirePersonInGame(ctx, gameId, 'cases')
      const made = await change(ctx, { ledger: gameId }, async (tx) => {
        const taken = await takeEvidence(tx, gameId, evidence)
        const teams = [...new Set([...participationIds, ...concernedBy(taken)])]
        if (teams.length === 0)
          throw new AppError('case.no_team', 400, { extra: { field: 'participationIds' } })
        const opened = await row(
          tx,
          { id: number, number },
          `INSERT INTO cases (game_id, number, title, opened_by, opened_at)
           SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4 FROM cases WHERE game_id = $1 RETURNING id, number`,
          [gameId, title, userId, ctx.now]
        )
        await addTeams(tx, gameId, opened!.id, teams)
        await addEntries(tx, opened!.id, taken)
        await tx.audit({
          action: 'case_opened',
          target: `game:${gameId}`,
          after: {
            case: opened!.number,
            title,
            teams,
            evidence: taken.map(({ kind, id }) => `${kind} ${id}`)
          }
        })
        const caseNumber = opened!.number
        await queueWebhooks(tx, gameId, [
          { type: 'case_opened', key: `case-${caseNumber}`, at: ctx.now, data: { case: caseNumber } }
        ])
        await notifyStaffOfCase(mail, tx, 'opened', opened!.id, gameId)
        return caseNumber
      })
      log.info({ game: gameId, case: made, ...callerLogFields(ctx) }, 'case_opened')
      return read(ctx, gameId, made)
    },

    addEvidence: (ctx, gameId, caseNumber, evidence) =>
      edit(ctx, gameId, caseNumber, async (tx, { id }) => {
        const taken = await takeEvidence(tx, gameId, evidence)
        if ((await addEntries(tx, id, taken)) === 0) throw new AppError('case.evidence_there')
        await addTeams(tx, gameId, id, concernedBy(taken))
        await touch(tx, id)
        const added = taken.map(({ kind, id }) => `${kind} ${id}`)
        await tx.audit({
          action: 'case_changed',
          target: `game:${gameId}`,
          after: { case: caseNumber, evidence: added }
        })
      }),

    addNote: (ctx, gameId, caseNumber, note) =>
      edit(ctx, gameId, caseNumber, async (tx, { id }) => {
        await tx.query(
          `INSERT INTO case_entries (case_id, kind, note, user_id, at) VALUES ($1, 'note', $2, $3, $4)`,
          [id, note, requirePersonInGame(ctx, gameId, 'cases').id, ctx.now]
        )
        await needRoom(tx, id)
        await touch(tx, id)
        await tx.audit({
          action: 'case_changed',
          target: `game:${gameId}`,
          after: { case: caseNumber, note }
        })
      }),

    assign: (ctx, gameId, caseNumber, userId) =>
      edit(ctx, gameId, caseNumber, async (tx, { id }) => {
        if (userId !== null && !(await worksOnCases(tx, gameId, userId)))
          throw new AppError('case.not_staff', 400, { extra: { field: 'userId' } })
        await tx.query('UPDATE cases SET assigned_to = $2 WHERE id = $1', [id, userId])
        await touch(tx, id)
        await tx.audit({
          action: 'case_changed',
          target: `game:${gameId}`,
          after: { case: caseNumber, assignedTo: userId }
        })
      }),

    close: (ctx, gameId, caseNumber) =>
      edit(ctx, gameId, caseNumber, async (tx, { id, state }) => {
        await refuseOwnCase(tx, id)
        if (state !== 'decided') throw new AppError('case.not_decided')
        await touch(tx, id, 'closed')
        await tx.audit({
          action: 'case_changed',
          target: `game:${gameId}`,
          before: { state },
          after: { case: caseNumber, state: 'closed' }
        })
      }),

    async staff(ctx, gameId) {
      requireInGame(ctx, gameId, 'cases')
      return rows(
        db.pool,
        { id: uuid, name: text },
        `SELECT u.id, u.user_name AS name FROM users u
         WHERE u.active AND (u.role IN ('Monitor', 'Admin') OR u.role <> 'Banned' AND EXISTS (
           SELECT FROM game_staff s WHERE s.game_id = $1 AND s.user_id = u.id AND s.role = ANY ($2)))
         ORDER BY u.user_name LIMIT 200`,
        [gameId, rolesFor('cases')]
      )
    }
  }
}
