import { nullable, number, type Pool, rows, text } from '~/server/db'

export interface LinedUp {
  participationId: number
  place: number
  name: string
  avatar: string | null
  division: string | null
  country: string | null
  players: number
}

const LINED_UP = {
  participationId: number,
  place: number,
  name: text,
  avatar: nullable(text),
  division: nullable(text),
  country: nullable(text),
  players: number,
  total: number
}

/** Accepted teams in order of sign-up with their number; 0 beyond the last. */
export async function listLineup(
  pool: Pool,
  gameId: number,
  { count, skip }: { count: number; skip: number }
): Promise<{ teams: LinedUp[]; total: number }> {
  const found = await rows(pool, LINED_UP, {
    name: 'participations_lineup',
    text: `SELECT p.id AS "participationId", t.name, '/assets/' || t.avatar_hash || '/avatar' AS avatar, p.division, t.country,
        (SELECT count(*)::int FROM registrations r WHERE r.participation_id = p.id) AS players,
        row_number() OVER (ORDER BY p.created_at, p.id)::int AS place, count(*) OVER ()::int AS total
      FROM participations p JOIN teams t ON t.id = p.team_id
      WHERE p.game_id = $1 AND p.status = 'Accepted' ORDER BY p.created_at, p.id LIMIT $2 OFFSET $3`,
    values: [gameId, count, skip]
  })
  return { teams: found.map(({ total, ...team }) => team), total: found[0]?.total ?? 0 }
}
