import { z } from 'zod'
import { bool, json, nullable, number, numbers, oneOf, row, rows, type Sql, text } from '~/server/db'
import { OVER_SQL } from '~/server/solutions'
import { FORMULAS, SEASON_LIMITS } from './constants'
import { GAME_STATES_IN_SEASON, type SeasonTeam } from './contract'
import type { Counted, Result, Total } from './formula'

/** SQL: everybody may see that game `g` exists. */
const VISIBLE = 'NOT g.hidden AND g.rehearsal IS NULL'
/** SQL: everybody sees the final board of game `g`, and no flag of its time waits (docs/rules/seasons.md#which-games-count). */
const PUBLIC = `${VISIBLE} AND ${OVER_SQL} AND NOT EXISTS (
  SELECT FROM unjudged u WHERE u.game_id = g.id AND u.submitted_at < g.final_at)`
/** SQL: what the standing of season `s` is to be made from: its rules, and the ledgers of games `g` that count. */
const WANTED = `s.version || coalesce(string_agg(' ' || g.id || ':' || coalesce(h.seq, 0), '' ORDER BY g.id)
  FILTER (WHERE ${PUBLIC}), '')`
const GAMES = `LEFT JOIN season_games k ON k.season_id = s.id LEFT JOIN games g ON g.id = k.game_id
  LEFT JOIN ledger_heads h ON h.game_id = g.id`

/** Seasons whose stored standing is not what it should be made from. */
export async function listOutdatedSeasons(sql: Sql): Promise<number[]> {
  const found = await rows(
    sql,
    { id: number },
    `SELECT s.id FROM seasons s ${GAMES} GROUP BY s.id HAVING s.made_from <> ${WANTED} ORDER BY s.id`
  )
  return found.map(({ id }) => id)
}

const SOURCE_GAME = z.object({ id: z.number(), weight: z.number() })
const SOURCE = {
  wanted: text,
  formula: oneOf(FORMULAS),
  placePoints: numbers,
  best: nullable(number),
  games: json(z.array(SOURCE_GAME))
}

/** The present data for a season's standing; undefined if the season was deleted. */
export const findSeasonSource = (sql: Sql, id: number) =>
  row(
    sql,
    SOURCE,
    `SELECT ${WANTED} AS wanted, s.formula, s.place_points AS "placePoints", s.best,
       coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'weight', k.weight) ORDER BY g.id)
         FILTER (WHERE ${PUBLIC}), '[]') AS games
     FROM seasons s ${GAMES} WHERE s.id = $1 GROUP BY s.id`,
    [id]
  )

/** Games whose results are stored. */
export const countedGames = async (sql: Sql, id: number): Promise<number[]> =>
  (await row(sql, { games: numbers }, 'SELECT made_of AS games FROM seasons WHERE id = $1', [id]))?.games ??
  []

/** Waits for others who write it. @returns whether it still exists */
export const lockSeason = async (sql: Sql, id: number): Promise<boolean> =>
  (await row(sql, {}, 'SELECT FROM seasons WHERE id = $1 FOR UPDATE', [id])) !== undefined

/** Takes the place of the stored standing, of a locked season. Teams that were deleted meanwhile are left out. */
export async function storeStanding(
  sql: Sql,
  id: number,
  { wanted, games }: { wanted: string; games: readonly { id: number }[] },
  { results, totals }: { results: readonly Counted[]; totals: readonly Total[] }
): Promise<void> {
  await sql.query('DELETE FROM season_results WHERE season_id = $1', [id])
  await sql.query('DELETE FROM season_standings WHERE season_id = $1', [id])
  const column = <K extends keyof Counted>(name: K) => results.map((one) => one[name])
  await sql.query(
    `INSERT INTO season_results (season_id, team_id, game_id, place, score, points, counted)
     SELECT $1, r.* FROM unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bool[])
       AS r (team_id, game_id, place, score, points, counted) JOIN teams t ON t.id = r.team_id`,
    [
      id,
      ...(
        ['teamId', 'gameId', 'place', 'score', 'points', 'counted'] satisfies (
          | keyof Result
          | 'points'
          | 'counted'
        )[]
      ).map(column)
    ]
  )
  await sql.query(
    `WITH stored AS (
       INSERT INTO season_standings (season_id, position, team_id, place, points)
       SELECT $1, row_number() OVER (ORDER BY r.at), r.team_id, r.place, r.points
       FROM unnest($2::int[], $3::int[], $4::int8[]) WITH ORDINALITY AS r (team_id, place, points, at)
         JOIN teams t ON t.id = r.team_id
       RETURNING team_id)
     UPDATE seasons SET made_from = $5, made_of = $6, teams = (SELECT count(*) FROM stored) WHERE id = $1`,
    [
      id,
      totals.map(({ teamId }) => teamId),
      totals.map(({ place }) => place),
      totals.map(({ points }) => points),
      wanted,
      games.map((game) => game.id)
    ]
  )
}

const HEAD_GAME = z.object({
  id: z.number(),
  title: z.string(),
  start: z.number(),
  end: z.number(),
  weight: z.number(),
  counted: z.boolean()
})
const HEAD = {
  id: number,
  title: text,
  formula: oneOf(FORMULAS),
  placePoints: numbers,
  best: nullable(number),
  total: number,
  games: json(z.array(HEAD_GAME)),
  pending: bool,
  withheld: bool
}

/**
 * A season with the games that everybody may see, in the order of their starts; times in Unix milliseconds, weights in hundredths.
 * `withheld`: the stored standing has points of a game that may not be seen now. Undefined: there is no such season.
 */
export const findSeason = (sql: Sql, id: number) =>
  row(
    sql,
    HEAD,
    `SELECT s.id, s.title, s.formula, s.place_points AS "placePoints", s.best, s.teams AS total,
       s.made_from <> ${WANTED} AS pending,
       NOT s.made_of <@ coalesce(array_agg(g.id) FILTER (WHERE ${PUBLIC}), '{}') AS withheld,
       coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'title', g.title, 'weight', k.weight,
           'start', extract(epoch FROM g.start_at) * 1000, 'end', extract(epoch FROM g.announced_end_at) * 1000,
           'counted', ${PUBLIC}) ORDER BY g.start_at, g.id)
         FILTER (WHERE ${VISIBLE}), '[]') AS games
     FROM seasons s ${GAMES} WHERE s.id = $1 GROUP BY s.id`,
    [id]
  )

const RESULT = z.object({
  game: z.number(),
  place: z.number(),
  score: z.number(),
  points: z.number(),
  counted: z.boolean()
})
const TEAM = { place: number, id: number, name: text, points: number, results: json(z.array(RESULT)) }

/** A part of the stored standing; its length does not depend on how many teams there are. */
export async function listSeasonTeams(
  sql: Sql,
  id: number,
  { count, skip }: { count: number; skip: number }
): Promise<SeasonTeam[]> {
  const found = await rows(
    sql,
    TEAM,
    `SELECT o.place, t.id, t.name, o.points::float8 / 1000 AS points, r.results
     FROM season_standings o JOIN teams t ON t.id = o.team_id
       CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(jsonb_build_object('game', e.game_id, 'place', e.place, 'score', e.score,
           'points', e.points::float8 / 1000, 'counted', e.counted) ORDER BY e.game_id), '[]') AS results
         FROM season_results e WHERE e.season_id = o.season_id AND e.team_id = o.team_id) r
     WHERE o.season_id = $1 AND o.position > $2 AND o.position <= $2 + $3::int8 ORDER BY o.position`,
    [id, skip, count]
  )
  return found.map(({ place, id: teamId, name, points, results }) => ({
    ...{ place, points, results },
    team: { id: teamId, name }
  }))
}

const LINK = { id: number, title: text, games: numbers }

/** Seasons with a game that everybody may see, newest first. */
export const listSeasonLinks = (sql: Sql) =>
  rows(
    sql,
    LINK,
    `SELECT s.id, s.title, array_agg(g.id ORDER BY g.start_at, g.id) AS games
     FROM seasons s JOIN season_games k ON k.season_id = s.id JOIN games g ON g.id = k.game_id AND ${VISIBLE}
     GROUP BY s.id ORDER BY max(g.start_at) DESC, s.id DESC LIMIT $1`,
    [SEASON_LIMITS.seasons]
  )

/** Newest first. */
export const listSeasons = (sql: Sql) =>
  rows(
    sql,
    { id: number, title: text, formula: oneOf(FORMULAS), games: number, teams: number },
    `SELECT s.id, s.title, s.formula, s.teams,
       (SELECT count(*)::int FROM season_games k WHERE k.season_id = s.id) AS games
     FROM seasons s ORDER BY s.id DESC LIMIT $1`,
    [SEASON_LIMITS.seasons]
  )

const EDITED_GAME = z.object({
  id: z.number(),
  title: z.string(),
  weight: z.number(),
  state: z.enum(GAME_STATES_IN_SEASON)
})
const EDITED = {
  id: number,
  title: text,
  formula: oneOf(FORMULAS),
  placePoints: numbers,
  best: nullable(number),
  version: number,
  teams: number,
  games: json(z.array(EDITED_GAME))
}

/** A season for administrators, with hidden games; weights in hundredths. */
export const findEditedSeason = (sql: Sql, id: number) =>
  row(
    sql,
    EDITED,
    `SELECT s.id, s.title, s.formula, s.place_points AS "placePoints", s.best, s.version, s.teams,
       coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'title', g.title, 'weight', k.weight,
           'state', CASE WHEN NOT (${VISIBLE}) THEN 'hidden' WHEN NOT coalesce(${PUBLIC}, false) THEN 'open'
             WHEN g.id = ANY(s.made_of) THEN 'counted' ELSE 'pending' END) ORDER BY g.start_at, g.id)
         FILTER (WHERE g.id IS NOT NULL), '[]') AS games
     FROM seasons s LEFT JOIN season_games k ON k.season_id = s.id LEFT JOIN games g ON g.id = k.game_id
     WHERE s.id = $1 GROUP BY s.id`,
    [id]
  )

/** True for a game of people; copies of rehearsals are none. */
export const isGame = async (sql: Sql, id: number): Promise<boolean> =>
  (await row(sql, {}, 'SELECT FROM games WHERE id = $1 AND rehearsal IS NULL FOR KEY SHARE', [id])) !==
  undefined
