import type { Change } from '~/server/change'
import { number, rows, text, uuid } from '~/server/db'
import { tokenSessionTag } from './tag'

/** SQL: whether who made `k`, a token or an invitation, may still give roles in its game (docs/rules/game-staff.md#service-tokens). */
export const BACKED_SQL = `EXISTS (SELECT FROM users m WHERE m.id = k.made_by AND m.active AND (m.role = 'Admin' OR m.role <> 'Banned'
  AND EXISTS (SELECT FROM game_staff s WHERE s.game_id = k.game_id AND s.user_id = m.id AND s.role = 'owner')))`

/**
 * Ends the tokens of games, and the invitations to their staff, that these accounts made and may make no more. Within the change that took the right, after it
 * did; a role that is given again brings none of them back.
 */
export const endUnbacked = (tx: Change, madeBy: readonly string[]): Promise<void> =>
  endTokens(tx, madeBy, { alsoBacked: false })

/** As `endUnbacked`, but all that this account made: within the change that is about to delete it. */
export const endAllMadeBy = (tx: Change, userId: string): Promise<void> =>
  endTokens(tx, [userId], { alsoBacked: true })

async function endTokens(
  tx: Change,
  madeBy: readonly string[],
  { alsoBacked }: { alsoBacked: boolean }
): Promise<void> {
  const ended = await rows(
    tx,
    { id: uuid, name: text, gameId: number },
    `DELETE FROM api_tokens k WHERE k.game_role IS NOT NULL AND k.made_by = ANY ($1::uuid[]) AND ($2 OR NOT ${BACKED_SQL})
     RETURNING k.id, k.name, k.game_id AS "gameId"`,
    [madeBy, alsoBacked]
  )
  const uninvited = await rows(
    tx,
    { id: number, gameId: number },
    `DELETE FROM game_staff_invitations k WHERE k.made_by = ANY ($1::uuid[]) AND ($2 OR NOT ${BACKED_SQL})
     RETURNING k.id, k.game_id AS "gameId"`,
    [madeBy, alsoBacked]
  )
  for (const { id, gameId } of uninvited)
    await tx.audit({ action: 'game_staff_invitation_ended', target: `game:${gameId}`, before: { id } })
  for (const { id, name, gameId } of ended) {
    await tx.audit({ action: 'game_token_ended', target: `game:${gameId}`, before: { id, name } })
    tx.invalidate(tokenSessionTag(id))
  }
}
