import { wasStaffSql } from '~/server/access'
import type { Change } from '~/server/change'
import { rows, type Sql, text, time, uuid } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import type { FormerStaff } from './contract'

/** What the audit says changes of a game's staff are about. */
export const gameTarget = (gameId: number) => `game:${gameId}`

const FORMER = { userId: uuid, userName: text, at: time }

/** Most people who are listed as former staff. */
const MAX_FORMER = 100

/** People whose role was taken and who may not play since, the last first. */
export async function listFormerStaff(sql: Sql, gameId: number): Promise<FormerStaff[]> {
  const found = await rows(
    sql,
    FORMER,
    `SELECT u.id AS "userId", u.user_name AS "userName", last.at
     FROM (SELECT DISTINCT ON (before ->> 'account') before ->> 'account' AS account, after, at
           FROM audit_events WHERE target = 'game:' || $1::int AND action = 'game_staff_removed'
           ORDER BY before ->> 'account', id DESC) last
       JOIN users u ON u.id = last.account::uuid
     WHERE (last.after IS NULL OR last.after = 'null'::jsonb)
       AND NOT EXISTS (SELECT FROM game_staff s WHERE s.game_id = $1 AND s.user_id = u.id)
     ORDER BY last.at DESC, u.id LIMIT ${MAX_FORMER}`,
    [gameId]
  )
  return found.map(({ at, ...person }) => ({ ...person, removedAt: wireTime(at) }))
}

/** Lets a former member of the staff play. @returns false when the account has a role now, or never had one */
export async function allowToPlay(tx: Change, gameId: number, userId: string): Promise<boolean> {
  const was = await tx.query(
    `SELECT WHERE ${wasStaffSql('$2')} AND NOT EXISTS (SELECT FROM game_staff WHERE game_id = $1 AND user_id = $2::uuid)`,
    [gameId, userId]
  )
  if (was.rowCount === 0) return false
  const [before, after] = [{ account: userId }, { mayPlay: true }]
  await tx.audit({ action: 'game_staff_removed', target: gameTarget(gameId), before, after })
  return true
}
