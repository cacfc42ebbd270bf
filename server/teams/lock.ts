import type { StoredStatus } from '~/server/games/contract'
import { lockAll } from '~/server/ledger'
import type { Sql } from '~/server/platform/db'

/**
 * SQL for the effective lock of a team (decisions.md, Team lock): an administrator locked it, or it takes part,
 * accepted or suspended, in a game that has not ended. `now` is the placeholder of the caller's time. Not EXISTS: Postgres
 * may answer that for one team by collecting all that are locked.
 */
export const effectiveLock = (team: string, now: string) => `(${team}.admin_locked OR coalesce((
  SELECT true FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.team_id = ${team}.id AND lp.status IN ('Accepted', 'Suspended') AND lg.end_at > ${now} LIMIT 1), false))`

/**
 * SQL for the ids of the teams that a game locks (see `effectiveLock`), for whoever reads very many: found once, where each
 * team would look for itself.
 */
export const teamsInPlay = (
  now: string
) => `SELECT lp.team_id FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.status IN ('Accepted', 'Suspended') AND lg.end_at > ${now}`

/**
 * Keeps the team's members and captain as they are until the transaction ends; any number may do so at once.
 * Whoever signs the team up for a game calls this before looking at its members, and before the game's ledger is locked.
 */
export async function keepTeam(sql: Sql, teamId: number): Promise<void> {
  await sql.query('SELECT 1 FROM teams WHERE id = $1 FOR SHARE', [teamId])
}

/** A team's registration in a game. */
export interface Place {
  participationId: number
  gameId: number
  status: StoredStatus
}

/** A team that nobody else changes, signs up or judges until the transaction ends. */
export interface HeldTeam {
  id: number
  name: string
  captainId: string
  /** The effective lock. */
  locked: boolean
  /** Its registrations in the games held, by game. */
  places: Place[]
}

/**
 * Holds the team for a change of who belongs to it, and the ledgers of its games: those that have not ended, or all.
 * The team's row comes before the ledgers, ledgers in order of the game's id; everybody keeps to that, so nobody
 * waits in a ring.
 * @returns null when there is no such team
 */
export async function holdTeam(
  sql: Sql,
  now: Date,
  id: number,
  games: 'open' | 'all' = 'open'
): Promise<HeldTeam | null> {
  const found = await sql.query('SELECT 1 FROM teams WHERE id = $1 FOR UPDATE', [id])
  if (found.rowCount === 0) return null
  const which = [id, now, games === 'all']
  const PLACES = `participations p JOIN games g ON g.id = p.game_id
    WHERE p.team_id = $1 AND ($3 OR g.end_at > $2) ORDER BY p.game_id`
  const entered = await sql.query<{ gameId: number }>(`SELECT p.game_id AS "gameId" FROM ${PLACES}`, which)
  await lockAll(
    sql,
    entered.rows.map(({ gameId }) => gameId)
  )
  // Read again: statuses may have changed while the ledgers were waited for.
  const places = await sql.query<Place>(
    `SELECT p.id AS "participationId", p.game_id AS "gameId", p.status FROM ${PLACES}`,
    which
  )
  const team = await sql.query<Omit<HeldTeam, 'places'>>(
    `SELECT id, name, captain_id AS "captainId", ${effectiveLock('t', '$2')} AS locked FROM teams t WHERE id = $1`,
    [id, now]
  )
  return { ...team.rows[0]!, places: places.rows }
}
