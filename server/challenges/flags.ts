import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Sql } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import { shown } from './changes'
import { CHALLENGE_LIMITS, type FlagsInput, type TaskStatus } from './contract'
import type { Holds } from './hold'

/** The flags that solve a challenge. Administrators only. */
export interface FlagEditing {
  /** Adds the flags it does not have yet; nothing is judged again (decisions.md). */
  addFlags(ctx: Ctx, gameId: number, id: number, flags: FlagsInput): Promise<void>
  /**
   * Without its last flag a challenge is disabled, as nobody could solve it. `Denied` for a flag that a team has
   * drawn: the team could not solve it any more (decisions.md, Attachments of dynamic type).
   */
  removeFlag(ctx: Ctx, gameId: number, id: number, flagId: number): Promise<TaskStatus>
}

/** Adds the texts that are not there and counts those that were. Callers hold the ledger's lock, so no two add at once. */
const ADD = `
  WITH added AS (
    INSERT INTO flags (challenge_id, flag)
    SELECT $1, flag FROM unnest($2::text[]) WITH ORDINALITY AS given (flag, place)
    WHERE NOT EXISTS (SELECT FROM flags f WHERE f.challenge_id = $1 AND f.flag = given.flag)
    ORDER BY place
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM added) AS count,
         (SELECT count(*)::int FROM flags WHERE challenge_id = $1) AS all`

export function createFlagEditing({ change, follow, flagCount }: Holds): FlagEditing {
  return {
    async addFlags(ctx, gameId, id, given) {
      actorOf(ctx, 'Admin')
      if (given.some(({ attachmentType }) => attachmentType !== 'None'))
        throw new AppError('challenge.flag_attachment_not_allowed')
      await change(gameId, id, async ({ sql }) => {
        const texts = [...new Set(given.map(({ flag }) => flag.trim()))]
        const { rows } = await sql.query<{ count: number; all: number }>(ADD, [id, texts])
        const { count, all } = rows[0]!
        if (all + count > CHALLENGE_LIMITS.flags) throw new AppError('challenge.too_many_flags')
        await audit(sql, ctx, { action: 'flags_added', target: `challenge:${id}`, after: { count } })
        return { result: undefined, wakes: [] }
      })
    },

    async removeFlag(ctx, gameId, id, flagId) {
      actorOf(ctx, 'Admin')
      return change(gameId, id, async (hold) => {
        const { challenge, transaction, sql } = hold
        const outcome = await removeFree(sql, id, flagId)
        if (outcome !== 'Success') return { result: outcome, wakes: [] }
        await audit(sql, ctx, { action: 'flag_removed', target: `challenge:${id}`, before: { flagId } })
        const before = shown(challenge)
        const unsolvable = challenge.type !== 'DynamicContainer' && (await flagCount(hold)) === 0
        if (challenge.enabled && unsolvable) await challenge.update({ enabled: false }, { transaction })
        return { result: outcome, wakes: await follow(hold, ctx, before) }
      })
    }
  }
}

/** Deletes a flag that no team has. A draw under way is waited for: its row is locked until it is over. */
async function removeFree(sql: Sql, challengeId: number, flagId: number): Promise<TaskStatus> {
  const found = await sql.query('SELECT FROM flags WHERE id = $1 AND challenge_id = $2 FOR UPDATE', [
    flagId,
    challengeId
  ])
  if (found.rowCount === 0) return 'NotFound'
  const { rowCount } = await sql.query(
    'DELETE FROM flags f WHERE id = $1 AND NOT EXISTS (SELECT FROM team_flags o WHERE o.flag_id = f.id)',
    [flagId]
  )
  return rowCount ? 'Success' : 'Denied'
}
