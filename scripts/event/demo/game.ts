import type { Actor } from '~/server/access/contract'
import { nameKey } from '~/server/accounts'
import type { Database } from '~/server/db'
import { captainEmail, DEMO_ORIGIN, type SeedEvent } from '~/server/event-import'

/** Ids by index in the event; a place is empty where an administrator deleted the row. */
export interface DemoGame {
  gameId: number
  end: Date
  captains: (Actor | undefined)[]
  challenges: (number | undefined)[]
  /** `team:challenge`, by index, of the pairs that have a solve. */
  solved: Set<string>
}

export const pairOf = ({ team, challenge }: { team: number; challenge: number }): string =>
  `${team}:${challenge}`

/** The newest demo game that has not ended; null when there is none. */
export async function runningDemo({ pool }: Database): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM games WHERE starts_with(origin, $1) AND end_at > now() ORDER BY id DESC LIMIT 1',
    [DEMO_ORIGIN]
  )
  return rows[0]?.id ?? null
}

/** Ends demo games that were played, so that the home page shows one at a time. Returns their ids. */
export async function endDemos({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE games SET end_at = date_trunc('milliseconds', now())
     WHERE starts_with(origin, $1) AND end_at > now() AND start_at < now() RETURNING id`,
    [DEMO_ORIGIN]
  )
  return rows.map(({ id }) => id)
}

/** The administrator in whose name the demo changes things; null when there is none. */
export async function firstAdmin({ pool }: Database): Promise<Actor | null> {
  const { rows } = await pool.query<{ id: string; userName: string }>(
    `SELECT id, user_name AS "userName" FROM users WHERE role = 'Admin' ORDER BY registered_at, id LIMIT 1`
  )
  return rows[0] ? { ...rows[0], role: 'Admin', sessionId: 'demo', avatar: null } : null
}

/** Demo games that ended, oldest first, without the last one. */
export async function formerDemos({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM games WHERE starts_with(origin, $1) AND end_at <= now()
     ORDER BY end_at DESC, id DESC OFFSET 1`,
    [DEMO_ORIGIN]
  )
  return rows.map(({ id }) => id).reverse()
}

/** Deletes the teams and accounts of a deleted demo game, except those that others joined. */
export async function removeTeams({ pool }: Database, gameId: number, teams: number): Promise<void> {
  const emails = Array.from({ length: teams }, (_, index) => nameKey(captainEmail(gameId, index)))
  await pool.query(
    `WITH crew AS (
       SELECT u.id, t.id AS team FROM users u JOIN teams t ON t.captain_id = u.id
       WHERE u.email_key = ANY($1::text[])
         AND NOT EXISTS (SELECT FROM participations p WHERE p.team_id = t.id)
         AND NOT EXISTS (SELECT FROM team_members m WHERE m.team_id = t.id AND m.user_id <> u.id)
     ), gone AS (DELETE FROM teams WHERE id IN (SELECT team FROM crew) RETURNING captain_id)
     SELECT count(*) FROM gone`,
    [emails]
  )
  await pool.query(
    `DELETE FROM users u WHERE email_key = ANY($1::text[])
       AND NOT EXISTS (SELECT FROM teams t WHERE t.captain_id = u.id)`,
    [emails]
  )
}

/**
 * What was played already, so that a demo that is started again goes on. Captains and challenges are in the order of
 * the event; undefined for one that is gone.
 */
export async function readDemo({ pool }: Database, gameId: number, event: SeedEvent): Promise<DemoGame> {
  const emails = event.teams.map((_, index) => captainEmail(gameId, index))
  const [games, users, challenges, solves] = await Promise.all([
    pool.query<{ end: Date }>('SELECT end_at AS "end" FROM games WHERE id = $1', [gameId]),
    pool.query<{ id: string; userName: string; email: string }>(
      'SELECT id, user_name AS "userName", email FROM users WHERE email_key = ANY($1::text[])',
      [emails.map(nameKey)]
    ),
    pool.query<{ id: number; title: string }>('SELECT id, title FROM challenges WHERE game_id = $1', [
      gameId
    ]),
    pool.query<{ user: string; challenge: number }>(
      'SELECT user_id AS "user", challenge_id AS challenge FROM solves WHERE game_id = $1',
      [gameId]
    )
  ])
  const byEmail = new Map(users.rows.map(({ id, userName, email }) => [email, { id, userName }]))
  const idOf = new Map(challenges.rows.map(({ id, title }) => [title, id]))
  const captains = emails.map((email): Actor | undefined => {
    const user = byEmail.get(email)
    return user && { ...user, role: 'User', sessionId: 'demo', avatar: null }
  })
  const ids = event.challenges.map(({ title }) => idOf.get(title))
  const solved = solves.rows.map(({ user, challenge }) =>
    pairOf({
      team: captains.findIndex((captain) => captain?.id === user),
      challenge: ids.indexOf(challenge)
    })
  )
  return {
    gameId,
    end: games.rows[0]?.end ?? new Date(0),
    captains,
    challenges: ids,
    solved: new Set(solved)
  }
}
