import { playsInGameSql } from '~/server/access'
import { GAME_ROLES } from '~/server/access/constants'
import type { Change } from '~/server/change'
import { number, oneOf, rows, type Sql, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { endUnbacked } from '~/server/tokens'

/** Games in which these accounts have roles. */
async function staffedBy(sql: Sql, userIds: readonly string[]): Promise<number[]> {
  const found = await rows(
    sql,
    { id: number },
    'SELECT DISTINCT game_id AS id FROM game_staff WHERE user_id = ANY ($1::uuid[]) ORDER BY 1',
    [userIds]
  )
  return found.map(({ id }) => id)
}

/**
 * Locks the ledgers of the games in which accounts have roles, before the accounts, so that nobody signs up meanwhile. Then
 * `lockAccounts` locks these.
 * @throws AppError `server.busy` 503 when one got another role meanwhile
 */
export async function lockStaffed<T>(
  tx: Change,
  userIds: readonly string[],
  lockAccounts: () => Promise<T>
): Promise<T> {
  const games = await staffedBy(tx, userIds)
  await tx.lock({ ledger: games })
  const locked = await lockAccounts()
  const now = await staffedBy(tx, userIds)
  if (now.some((id) => !games.includes(id))) throw new AppError('server.busy', 503, { retryAfter: 1 })
  return locked
}

const ENDED = { gameId: number, userId: uuid, role: oneOf(GAME_ROLES) }

/**
 * Takes the roles of accounts in games that they play, of which administrators alone may do both
 * (docs/rules/game-staff.md#playing): of one account that is no administrator any more, or in one game. Within the change, under
 * the ledgers' locks, after what made it so.
 */
export async function endPlayedRoles(
  tx: Change,
  of: { userId: string } | { gameId: number },
  by?: string
): Promise<void> {
  const [column, id] = 'userId' in of ? ['s.user_id', of.userId] : ['s.game_id', of.gameId]
  const ended = await rows(
    tx,
    ENDED,
    `DELETE FROM game_staff s USING users u WHERE u.id = s.user_id AND ${column} = $1 AND ${playsInGameSql('s.game_id')}
     RETURNING s.game_id AS "gameId", s.user_id AS "userId", s.role`,
    [id]
  )
  if (ended.length === 0) return
  await endUnbacked(tx, [...new Set(ended.map(({ userId }) => userId))])
  for (const { gameId, userId, role } of ended) {
    const before = { account: userId, role }
    await tx.audit({ action: 'game_staff_removed', target: `game:${gameId}`, before, ...(by && { by }) })
    tx.invalidate(`user:${userId}`)
  }
}
