import type { Change } from '~/server/change'
import { bool, number, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { STORED_STATUSES } from '~/server/games/contract'

/**
 * SQL for the effective lock of a team (docs/rules/teams.md#lock): an administrator locked it, or it takes part,
 * accepted or suspended, in a game that has not ended. `now` is the placeholder of the caller's time. EXISTS would be
 * slower: for one team Postgres may collect all that are locked.
 */
export const effectiveLock = (team: string, now: string) => `(${team}.admin_locked OR coalesce((
  SELECT true FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.team_id = ${team}.id AND lp.status IN ('Accepted', 'Suspended') AND lg.end_at > ${now} LIMIT 1), false))`

/**
 * SQL for the ids of the teams that a game locks, for lists: found once, where `effectiveLock` looks for each team.
 */
export const teamsInPlay = (
  now: string
) => `SELECT lp.team_id FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.status IN ('Accepted', 'Suspended') AND lg.end_at > ${now}`

/**
 * Keeps the team's members and captain as they are until the transaction ends; any number may do so at once. Comes before
 * the ledger's lock and before reading the members.
 */
export async function lockTeamShared(sql: Sql, teamId: number): Promise<void> {
  await sql.query('SELECT 1 FROM teams WHERE id = $1 FOR SHARE', [teamId])
}

const PLACE = { participationId: number, gameId: number, status: oneOf(STORED_STATUSES) }
/** A team's registration in a game. */
export type Place = RowOf<typeof PLACE>

const TEAM = { id: number, name: text, captainId: uuid, locked: bool }

/** A team that nobody else changes, signs up or judges until the transaction ends; `locked` is the effective lock. */
export interface LockedTeam extends RowOf<typeof TEAM> {
  /** Its registrations in the games whose ledgers are locked, by game. */
  places: Place[]
}

/** Cache tags of a team and of its registrations in the locked games. */
export const tagsOf = ({ id, places }: LockedTeam): string[] => [
  `team:${id}`,
  ...places.flatMap(({ gameId, participationId }) => [`joined:${gameId}`, `participation:${participationId}`])
]

/**
 * Locks the team for a change of its members, and the ledgers of its games: those that have not ended, or all. The
 * team's row comes before the ledgers, as server/db/locks.ts has it.
 * @returns null when there is no such team
 */
export async function lockTeam(
  tx: Change,
  id: number,
  games: 'open' | 'all' = 'open'
): Promise<LockedTeam | null> {
  const found = await tx.query('SELECT 1 FROM teams WHERE id = $1 FOR UPDATE', [id])
  if (found.rowCount === 0) return null
  const which = [id, tx.ctx.now, games === 'all']
  const PLACES = `participations p JOIN games g ON g.id = p.game_id
    WHERE p.team_id = $1 AND ($3 OR g.end_at > $2) ORDER BY p.game_id`
  const entered = await rows(tx, { gameId: number }, `SELECT p.game_id AS "gameId" FROM ${PLACES}`, which)
  await tx.lock({ ledger: entered.map(({ gameId }) => gameId) })
  // Read again: statuses may have changed during the wait for the ledgers.
  const places = await rows(
    tx,
    PLACE,
    `SELECT p.id AS "participationId", p.game_id AS "gameId", p.status FROM ${PLACES}`,
    which
  )
  const team = await row(
    tx,
    TEAM,
    `SELECT id, name, captain_id AS "captainId", ${effectiveLock('t', '$2')} AS locked FROM teams t WHERE id = $1`,
    [id, tx.ctx.now]
  )
  return { ...team!, places }
}
