import { refuseStaff } from '~/server/access'
import type { Change } from '~/server/change'
import { rewriteBloodNotices } from '~/server/corrections'
import { nullable, number, row, rows, type Sql, text, uuid } from '~/server/db'
import { teamToken } from '~/server/games'
import type { GameFacts } from '~/server/games/contract'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import type { SecretBox } from '~/server/platform/secret-box'
import { refuseLookAlike } from '~/server/teams'
import { queueWebhooks } from '~/server/webhooks'
import { divisionOf, refuseTooMany } from './policy'

/**
 * Empties after the commit what caches hold of these participations, of who plays in the game, and of each member of
 * the teams.
 */
export async function invalidateTeamsIn(
  tx: Change,
  gameId: number,
  { participationIds, teamIds }: { participationIds: number[]; teamIds: number[] }
): Promise<void> {
  const users = await rows(
    tx,
    { id: uuid },
    'SELECT DISTINCT user_id AS id FROM team_members WHERE team_id = ANY($1::int[])',
    [teamIds]
  )
  const places = participationIds.map((id) => `participation:${id}`)
  tx.invalidate(`joined:${gameId}`, ...places, ...users.map(({ id }) => `user:${id}`))
}

/** Accepts a team that waits, without a review. Bloods of one that played before a rejection come back. */
export async function accept(tx: Change, gameId: number, participationId: number): Promise<void> {
  const accepted = await row(
    tx,
    { division: nullable(text) },
    `UPDATE participations SET status = 'Accepted' WHERE id = $1 AND status = 'Pending' RETURNING division`,
    [participationId]
  )
  if (!accepted) return
  const at = tx.ctx.now.getTime()
  const admitted = await tx.append(gameId, [{ kind: 'admit', at, participationId, payload: accepted }])
  await rewriteBloodNotices(tx, gameId, admitted)
}

/** Tells webhooks what became of teams. The caller holds the game's ledger. */
export async function announceTeams(
  tx: Change,
  gameId: number,
  type: 'team_applied' | 'team_suspended',
  participationIds: readonly number[]
): Promise<void> {
  if (participationIds.length === 0) return
  const at = tx.ctx.now
  const found = await rows(
    tx,
    { id: number, team: text },
    `SELECT p.id, t.name AS team FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.id = ANY($1::int[])
     ORDER BY p.id`,
    [participationIds]
  )
  const key = (id: number) => `${type}-${id}-${at.getTime()}`
  await queueWebhooks(
    tx,
    gameId,
    found.map(({ id, team }) => ({ type, key: key(id), at, data: { team } }))
  )
}

/** Creates the participation at the team's first registration. */
export async function enrol(
  secretBox: SecretBox,
  sql: Sql,
  { gameId, teamId, division }: { gameId: number; teamId: number; division: string | null }
): Promise<number> {
  const keys = await row(
    sql,
    { publicKey: text, privateSeed: text },
    'SELECT public_key AS "publicKey", private_seed AS "privateSeed" FROM games WHERE id = $1',
    [gameId]
  )
  if (!keys) throw notFound('game.not_found')
  const made = await row(
    sql,
    { id: number },
    `INSERT INTO participations (game_id, team_id, division, token) VALUES ($1, $2, $3, $4) RETURNING id`,
    [gameId, teamId, division, teamToken(secretBox, keys, teamId)]
  )
  return made!.id
}

/** @throws AppError `game.already_joined` when the user plays for another team */
export async function addRegistration(
  sql: Sql,
  game: Pick<GameFacts, 'id'>,
  participationId: number,
  userId: string
): Promise<void> {
  try {
    await sql.query('INSERT INTO registrations (game_id, user_id, participation_id) VALUES ($1, $2, $3)', [
      game.id,
      userId,
      participationId
    ])
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('game.already_joined')
    throw error
  }
}

interface NewEntry {
  teamId: number
  name: string
  userIds: string[]
  division: string | null
  accepted: boolean
}

/**
 * Signs up a new team with all members, without an invitation code. The caller holds the ledger's lock.
 * @throws AppError `game.organization_invalid`, `game.team_name_taken`, `game.team_member_limit_exceeded`,
 * `game.already_joined`, `game.staff_plays`, `game.was_staff`
 */
export async function enrolTeam(
  secretBox: SecretBox,
  tx: Change,
  game: GameFacts,
  { teamId, name, userIds, division, accepted }: NewEntry
): Promise<void> {
  const chosen = divisionOf(game, division)
  await refuseLookAlike(tx, { teamId, name, gameId: game.id })
  refuseTooMany(game, chosen, userIds.length)
  await refuseStaff(tx, game.id, userIds)
  const participationId = await enrol(secretBox, tx, { gameId: game.id, teamId, division: chosen })
  for (const userId of userIds) await addRegistration(tx, game, participationId, userId)
  await announceTeams(tx, game.id, 'team_applied', [participationId])
  if (accepted || game.acceptWithoutReview) await accept(tx, game.id, participationId)
  await invalidateTeamsIn(tx, game.id, { participationIds: [participationId], teamIds: [teamId] })
}
