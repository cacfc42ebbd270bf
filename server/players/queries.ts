import { z } from 'zod'
import { PAGE_VISIBILITIES } from '~/server/accounts/constants'
import { bool, json, nullable, number, oneOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { MAX_GAMES } from './constants'

/** SQL: the account `u` has a page. Accounts that cannot log in, banned ones and those of a rehearsal have none. */
export const HAS_PAGE_SQL = `u.active AND u.role <> 'Banned' AND u.rehearsal IS NULL`

/** SQL: everybody may see the page of the account `u`. */
export const IS_PUBLIC_SQL = `u.page_visibility = 'Everybody' AND ${HAS_PAGE_SQL}`

const PLAYER = {
  id: uuid,
  name: text,
  bio: text,
  avatar: nullable(text),
  affiliation: text,
  website: nullable(text),
  country: nullable(text),
  visibility: oneOf(PAGE_VISIBILITIES),
  own: bool,
  mate: bool,
  games: json(
    z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        poster: z.string().nullable(),
        start: z.int(),
        end: z.int(),
        participationId: z.int(),
        teamId: z.int(),
        team: z.string()
      })
    )
  )
}

const ms = (time: string) => `(extract(epoch FROM ${time}) * 1000)::int8`

/** $1 the player, $2 the reader or null, $3 now, $4 how many games. */
const GAMES = `(SELECT coalesce(json_agg(x), '[]') FROM (
  SELECT g.id, g.title, '/assets/' || g.poster_hash || '/poster' AS poster, ${ms('g.start_at')} AS start,
    ${ms('g.announced_end_at')} AS "end", p.id AS "participationId", t.id AS "teamId", t.name AS team
  FROM registrations r JOIN participations p ON p.id = r.participation_id AND p.status = 'Accepted'
    JOIN teams t ON t.id = p.team_id JOIN games g ON g.id = r.game_id
  WHERE r.user_id = u.id AND NOT g.hidden AND g.rehearsal IS NULL AND g.start_at <= $3
  ORDER BY g.start_at DESC, g.id DESC LIMIT $4) x)`

/** Null for an account without a page. The caller checks who may read it. */
export const findPlayer = (sql: Sql, id: string, reader: string | null, now: Date) =>
  row(
    sql,
    PLAYER,
    `SELECT u.id, u.user_name AS name, u.bio, '/assets/' || u.avatar_hash || '/avatar' AS avatar, u.affiliation,
       u.website, u.country, u.page_visibility AS visibility, u.id IS NOT DISTINCT FROM $2::uuid AS own,
       EXISTS (SELECT FROM team_members a JOIN team_members b ON b.team_id = a.team_id
               WHERE a.user_id = u.id AND b.user_id = $2::uuid) AS mate, ${GAMES} AS games
     FROM users u WHERE u.id = $1 AND ${HAS_PAGE_SQL}`,
    [id, reader, now, MAX_GAMES]
  )

/** Returns those of the submissions `ids` that the account sent. */
export async function listOwnAmong(sql: Sql, userId: string, ids: number[]): Promise<Set<number>> {
  const found = await rows(
    sql,
    { id: number },
    'SELECT id FROM submissions WHERE id = ANY ($1) AND user_id = $2',
    [ids, userId]
  )
  return new Set(found.map(({ id }) => id))
}

/** The roster of a team in a game, with whose pages everybody sees. */
export const listRoster = (sql: Sql, gameId: number, teamId: number) =>
  rows(
    sql,
    { id: uuid, name: text, isPublic: bool },
    `SELECT u.id, u.user_name AS name, ${IS_PUBLIC_SQL} AS "isPublic"
     FROM participations p JOIN registrations r ON r.participation_id = p.id JOIN users u ON u.id = r.user_id
     WHERE p.game_id = $1 AND p.team_id = $2`,
    [gameId, teamId]
  )
