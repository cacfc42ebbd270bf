import { requireConfirmed, requireInGame } from '~/server/access'
import { type Ctx, callerUserId, mayIn } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, number, row, rows, text } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { requireScope } from '~/server/tokens/contract'
import { MAX_TEMPLATES } from './constants'
import type { TakenOverStaff } from './contract'
import { copyRoles, type Outcome } from './giving'

export interface TemplateGame {
  id: number
  title: string
  /** How many people have a role there. */
  people: number
}

/** The staff of one game as a template for another (docs/rules/game-staff.md#another-games-staff). */
export interface StaffTemplates {
  /** Lists other games with staff that the caller may change, the newest first, at most 200. */
  templates(ctx: Ctx, gameId: number): Promise<TemplateGame[]>
  /**
   * Gives everybody with a role in game `from` the same role here, unless they have one here.
   * @throws AppError `staff.same_game` 400, `game.not_found` 404, `account.confirm_needed` 403, 403 unless the caller may
   * change the staff of both
   */
  takeOver(ctx: Ctx, gameId: number, from: number): Promise<TakenOverStaff>
}

export function createStaffTemplates({ db, change }: { db: Database; change: MakeChange }): StaffTemplates {
  return {
    async templates(ctx, gameId) {
      const { role, games } = requireInGame(ctx, gameId, 'staff')
      const own = Object.keys(games ?? {}).map(Number)
      return rows(
        db.pool,
        { id: number, title: text, people: number },
        `SELECT g.id, g.title, s.people FROM games g
         JOIN LATERAL (SELECT count(*)::int AS people FROM game_staff WHERE game_id = g.id) s ON s.people > 0
         WHERE g.id <> $1 AND g.rehearsal IS NULL AND ($2 OR g.id = ANY ($3::int[]))
         ORDER BY g.start_at DESC, g.id DESC LIMIT $4`,
        [gameId, role === 'Admin', own.filter((id) => mayIn(ctx.actor, id, 'staff')), MAX_TEMPLATES]
      )
    },

    async takeOver(ctx, gameId, from) {
      requireInGame(ctx, gameId, 'staff')
      requireInGame(ctx, from, 'staff')
      // A token for one game reads no other game's staff.
      requireScope(ctx.actor, 'edit', from)
      if (from === gameId) throw new AppError('staff.same_game', 400, { extra: { field: 'from' } })
      return change(ctx, { ledger: gameId }, async (tx) => {
        await requireConfirmed(tx, ctx)
        const source = await row(tx, {}, 'SELECT FROM games WHERE id = $1 AND rehearsal IS NULL', [from])
        if (!source) throw notFound('game.not_found')
        const decided = await copyRoles(tx, { gameId, from, addedBy: callerUserId(ctx) })
        const count = (one: Outcome) => decided.filter(({ outcome }) => outcome === one).length
        const added = decided
          .filter(({ outcome }) => outcome === 'added')
          .map(({ userId, role }) => ({ account: userId, role }))
        if (added.length > 0)
          await tx.audit({
            action: 'game_staff_taken_over',
            target: `game:${gameId}`,
            after: { from, added }
          })
        return {
          added: added.length,
          skipped: {
            ...{ already: count('already'), inactive: count('inactive'), plays: count('plays') },
            ...{ limit: count('limit'), personLimit: count('personLimit') }
          }
        }
      })
    }
  }
}
