import type { Change } from '~/server/change'
import { bool, number, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { announcedEndSql, endSql, STORED_STATUSES } from '~/server/games/contract'

/**
 * SQL: an administrator locked the team, or it is accepted or suspended in an unfinished game
 * (docs/rules/teams.md#lock). `now`: placeholder. EXISTS is slower: Postgres may collect all locked teams for one.
 */
export const effectiveLock = (team: string, now: string) => lockUntil(endSql('lg', 'lp'), team, now)

/** SQL: the same as others may know it, who are not told of extra time (docs/rules/participation.md#extra-time). */
export const shownLockSql = (team: string, now: string) => lockUntil(announcedEndSql('lg', 'lp'), team, now)

const lockUntil = (end: string, team: string, now: string) => `(${team}.admin_locked OR coalesce((
  SELECT true FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.team_id = ${team}.id AND lp.status IN ('Accepted', 'Suspended') AND ${end} > ${now} LIMIT 1), false))`

/** SQL: ids of teams locked by games; for lists, where `effectiveLock` would check each team. */
export const lockedTeamIdsSql = (
  now: string
) => `SELECT lp.team_id FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.status IN ('Accepted', 'Suspended') AND ${endSql('lg', 'lp')} > ${now}`

/** Blocks changes of members and captain; shared. Comes before the ledger's lock and before reading members. */
export async function lockTeamShared(sql: Sql, teamId: number): Promise<void> {
  await sql.query('SELECT 1 FROM teams WHERE id = $1 FOR SHARE', [teamId])
}

/** SQL: the place of `user` among the members of `team` by joining it, from 1; 0 for who does not belong to it. */
export const memberPlaceSql = (team: string, user: string): string => `(
  SELECT count(*)::int FROM team_members mine JOIN team_members m ON m.team_id = mine.team_id
    AND (m.joined_at, m.user_id) <= (mine.joined_at, mine.user_id)
  WHERE mine.team_id = ${team} AND mine.user_id = ${user})`

const PLACE = { participationId: number, gameId: number, status: oneOf(STORED_STATUSES) }
export type TeamParticipation = RowOf<typeof PLACE>

const TEAM = { id: number, name: text, captainId: uuid, locked: bool }

export interface LockedTeam extends RowOf<typeof TEAM> {
  places: TeamParticipation[]
}

/** What a change of the team makes stale in caches. */
export const lockedTeamTags = ({ id, places }: LockedTeam): string[] => [
  `team:${id}`,
  ...places.flatMap(({ gameId, participationId }) => [`joined:${gameId}`, `participation:${participationId}`])
]

/** Locks the team, then the ledgers of its unfinished (or all) games. @returns null for an unknown team, and one of a rehearsal */
export async function lockTeam(
  tx: Change,
  id: number,
  games: 'open' | 'all' = 'open'
): Promise<LockedTeam | null> {
  const found = await tx.query('SELECT 1 FROM teams WHERE id = $1 AND rehearsal IS NULL FOR UPDATE', [id])
  if (found.rowCount === 0) return null
  const which = [id, tx.ctx.now, games === 'all']
  const PLACES = `participations p JOIN games g ON g.id = p.game_id
    WHERE p.team_id = $1 AND ($3 OR ${endSql('g', 'p')} > $2) ORDER BY p.game_id`
  const entered = await rows(tx, { gameId: number }, `SELECT p.game_id AS "gameId" FROM ${PLACES}`, which)
  await tx.lock({ ledger: entered.map(({ gameId }) => gameId) })
  // Statuses may have changed while waiting for the ledgers.
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
