import { rolesFor } from '~/server/access/constants'
import { row, type Sql } from '~/server/db'
import { sha256Hex } from '~/server/platform/sha256'
import type { CorrectionEffect } from '../contract'
import type { CorrectedGame } from '../plan/differences'

const places = (top: CorrectionEffect['top']['before']) =>
  top.map(({ participationId, rank }) => [participationId, rank])

/**
 * True if a correction needs a second person: the game asks for it, has begun, and other teams would be the first ten, or have
 * other ranks there (docs/rules/corrections.md#second-person).
 */
export const movesTop = (
  { second, start, now }: Pick<CorrectedGame, 'second' | 'start' | 'now'>,
  { top }: Pick<CorrectionEffect, 'top'>
): boolean =>
  second && start <= now && JSON.stringify(places(top.before)) !== JSON.stringify(places(top.after))

/** Names what a preview would change, and the first ten before and after it. 64 hex digits. */
export const seenDigest = (digest: string, { top }: Pick<CorrectionEffect, 'top'>): string =>
  sha256Hex(JSON.stringify([digest, places(top.before), places(top.after)]))

/** True if an account may correct results of the game now. */
export async function mayStillCorrect(sql: Sql, gameId: number, userId: string | null): Promise<boolean> {
  const found = await row(
    sql,
    {},
    `SELECT FROM users u WHERE u.id = $1 AND u.active AND (u.role = 'Admin' OR u.role <> 'Banned' AND EXISTS (
       SELECT FROM game_staff s WHERE s.game_id = $2 AND s.user_id = u.id AND s.role = ANY ($3)))`,
    [userId, gameId, rolesFor('corrections')]
  )
  return found !== undefined
}
