import { requireConfirmed, requireInGame } from '~/server/access'
import { GAME_ROLES, type GameRole } from '~/server/access/constants'
import { type Ctx, callerUserId, mayIn } from '~/server/access/contract'
import { nameKey } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, nullable, oneOf, row, rows, type Sql, text, time, uuid } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { endUnbacked } from '~/server/tokens'
import { type Accepting, createAccepting } from './accepting'
import { STAFF_LIMITS } from './constants'
import type { FormerStaff, StaffInput, StaffMember } from './contract'
import { allowToPlay, gameTarget, listFormerStaff } from './former'
import { grantRole } from './giving'
import { createInviting, type Inviting } from './inviting'
import { defineGameStaff, type GameStaffRow } from './model'
import { createStaffTemplates, type StaffTemplates } from './template'

/** People with a role in one game (docs/rules/game-staff.md). Changes need a confirmation. */
export interface GameStaff extends Inviting, Accepting, StaffTemplates {
  /** Owners first, then by role and name; for the staff of the game. @throws AppError 403 for others */
  list(ctx: Ctx, gameId: number): Promise<StaffMember[]>
  /**
   * @throws AppError `staff.nobody`, `.already`, `.plays`, `.limit`, `.person_limit` 400, `game.not_found` 404,
   * `account.confirm_needed` 403
   */
  add(ctx: Ctx, gameId: number, input: StaffInput): Promise<StaffMember[]>
  /** @throws AppError `staff.not_found` 404, `staff.last_owner` 409, `account.confirm_needed` 403 */
  change(ctx: Ctx, gameId: number, userId: string, role: GameRole): Promise<StaffMember[]>
  /**
   * Ends a role. Its owner may not play the game afterwards, unless an administrator of the platform removes the account once
   * more (docs/rules/game-staff.md#playing).
   * @throws AppError `staff.not_found` 404, `staff.last_owner` 409, `account.confirm_needed` 403
   */
  remove(ctx: Ctx, gameId: number, userId: string): Promise<StaffMember[]>
  /** People whose role is gone and who therefore may not play, the last first, at most 100; [] unless the caller may let them. */
  former(ctx: Ctx, gameId: number): Promise<FormerStaff[]>
}

const MEMBER = {
  ...{ userId: uuid, userName: text, role: oneOf(GAME_ROLES), at: time, addedBy: nullable(text) },
  ...{ seen: nullable(time), factor: bool }
}

const FOUND = { id: uuid }

/** `whole`: also what only those read who change the staff. */
async function membersOf(sql: Sql, gameId: number, whole: boolean): Promise<StaffMember[]> {
  const found = await rows(
    sql,
    MEMBER,
    `SELECT u.id AS "userId", u.user_name AS "userName", s.role, s.added_at AS at, a.user_name AS "addedBy",
       u.last_visited_at AS seen, EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id) AS factor
     FROM game_staff s JOIN users u ON u.id = s.user_id LEFT JOIN users a ON a.id = s.added_by
     WHERE s.game_id = $1 ORDER BY array_position($2::text[], s.role), u.user_name_key LIMIT $3`,
    [gameId, GAME_ROLES, STAFF_LIMITS.people]
  )
  return found.map(({ at, seen, factor, ...member }) => ({
    ...{ ...member, addedAt: wireTime(at) },
    ...{ seenAt: whole && seen ? wireTime(seen) : null, factor: whole ? factor : null }
  }))
}

/**
 * Finds an active account and locks it, so that concurrent calls count its games one after another. Only administrators, who see
 * addresses anyway, find accounts by address: owners would learn which addresses have one.
 * @throws AppError `staff.nobody`
 */
async function findPerson(tx: Change, who: string): Promise<string> {
  const found = await row(
    tx,
    FOUND,
    `SELECT u.id FROM users u WHERE (u.user_name_key = $1 OR $2 AND u.email_key = $1) AND u.active AND u.role <> 'Banned'
       AND u.rehearsal IS NULL
     ORDER BY u.user_name_key = $1 DESC LIMIT 1 FOR NO KEY UPDATE`,
    [nameKey(who), tx.ctx.actor?.role === 'Admin']
  )
  if (!found) throw new AppError('staff.nobody', 400, { extra: { field: 'who' } })
  return found.id
}

/** Makes the caller the owner of a new game, in the change that creates it. A game that a service token creates has no owner. */
export async function addFirstOwner(tx: Change, gameId: number): Promise<void> {
  const userId = callerUserId(tx.ctx)
  if (userId === null) return
  await tx.query(`INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'owner', $3)`, [
    gameId,
    userId,
    tx.ctx.now
  ])
  tx.invalidate(`user:${userId}`)
}

type Needs = Parameters<typeof createInviting>[0] & Parameters<typeof createAccepting>[0]

export function createGameStaff(needs: Needs): GameStaff {
  const { db, change } = needs
  const staff = defineGameStaff(db.sequelize)

  const heldBy = async (tx: Change, gameId: number, userId: string): Promise<GameStaffRow> =>
    staff.findOne({
      where: { gameId, userId },
      transaction: tx.transaction,
      rejectOnEmpty: notFound('staff.not_found')
    })

  const keepAnOwner = async (tx: Change, { gameId, role }: GameStaffRow) => {
    if (role !== 'owner') return
    const owners = await staff.count({ where: { gameId, role: 'owner' }, transaction: tx.transaction })
    if (owners === 1) throw new AppError('staff.last_owner', 409)
  }

  /** Checks, then works under the ledger's lock, one change of a game's staff after the other. */
  const edit = async (ctx: Ctx, gameId: number, work: (tx: Change) => Promise<void>) => {
    requireInGame(ctx, gameId, 'staff')
    await change(ctx, { ledger: gameId }, async (tx) => {
      await requireConfirmed(tx, ctx)
      await work(tx)
    })
    return membersOf(db.pool, gameId, true)
  }

  return {
    ...createInviting(needs),
    ...createAccepting(needs),
    ...createStaffTemplates(needs),

    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'overview')
      return membersOf(db.pool, gameId, mayIn(ctx.actor, gameId, 'staff'))
    },

    add: (ctx, gameId, { who, role }) =>
      edit(ctx, gameId, async (tx) => {
        const userId = await findPerson(tx, who)
        await grantRole(tx, { gameId, userId, role, addedBy: callerUserId(ctx) }, { named: true })
        const after = { account: userId, role }
        await tx.audit({ action: 'game_staff_added', target: gameTarget(gameId), after })
      }),

    change: (ctx, gameId, userId, role) =>
      edit(ctx, gameId, async (tx) => {
        const held = await heldBy(tx, gameId, userId)
        if (held.role === role) return
        await keepAnOwner(tx, held)
        const before = { account: userId, role: held.role }
        await held.update({ role }, { transaction: tx.transaction })
        await endUnbacked(tx, [userId])
        const after = { account: userId, role }
        await tx.audit({ action: 'game_staff_changed', target: gameTarget(gameId), before, after })
        tx.invalidate(`user:${userId}`)
      }),

    async former(ctx, gameId) {
      requireInGame(ctx, gameId, 'staff')
      return ctx.actor?.role === 'Admin' ? listFormerStaff(db.pool, gameId) : []
    },

    remove: (ctx, gameId, userId) =>
      edit(ctx, gameId, async (tx) => {
        if (ctx.actor?.role === 'Admin' && (await allowToPlay(tx, gameId, userId))) return
        const held = await heldBy(tx, gameId, userId)
        await keepAnOwner(tx, held)
        const before = { account: userId, role: held.role }
        await held.destroy({ transaction: tx.transaction })
        await endUnbacked(tx, [userId])
        await tx.audit({ action: 'game_staff_removed', target: gameTarget(gameId), before })
        tx.invalidate(`user:${userId}`)
      })
  }
}
