import { type Database, nullable, number, rows, text } from '~/server/db'

type Pool = Database['pool']

/** Two solves of a challenge within this many seconds are close, … */
export const CLOSE_S = 120
/** … unless more teams than these solved it around either of them: then it was a rush, and says nothing. */
export const CROWD = 3

/** Rows that are looked at. */
const MOST_CLOSE = 5000
const MOST_MATCHES = 5000
const MOST_UNOPENED = 2000

/** Solves of teams that take part, those of suspended teams too. */
const SOLVES = `
  SELECT s.challenge_id, s.participation_id, s.solved_at, s.submission_id
  FROM solves s JOIN participations p ON p.id = s.participation_id AND p.status IN ('Accepted', 'Suspended')
  WHERE s.game_id = $1`

/**
 * Solves that are next to each other, or next but one, in the order of their challenge: no others can be close, since
 * not more than ${CROWD} teams may be around them. Only pairs with \`$2\` challenges are of interest.
 */
const CLOSE = `
  WITH solved AS (${SOLVES}), placed AS (
    SELECT *, count(*) OVER (PARTITION BY challenge_id ORDER BY solved_at
        RANGE BETWEEN interval '${CLOSE_S} seconds' PRECEDING AND interval '${CLOSE_S} seconds' FOLLOWING) AS around,
      row_number() OVER (PARTITION BY challenge_id ORDER BY solved_at, submission_id) AS place
    FROM solved
  ), quiet AS (
    SELECT * FROM placed WHERE around <= ${CROWD}
  ), close AS (
    SELECT a.challenge_id, a.participation_id AS first, b.participation_id AS second, a.solved_at AS at,
      b.solved_at - a.solved_at AS gap, a.submission_id AS "firstSubmission", b.submission_id AS "secondSubmission"
    FROM quiet a JOIN quiet b ON b.challenge_id = a.challenge_id AND b.place IN (a.place + 1, a.place + 2)
      AND b.solved_at - a.solved_at <= interval '${CLOSE_S} seconds'
  ), counted AS (
    SELECT *, count(*) OVER (PARTITION BY least(first, second), greatest(first, second)) AS n FROM close
  )
  SELECT k.challenge_id AS "challengeId", c.title AS challenge, k.first, k.second,
    (extract(epoch FROM k.at) * 1000)::float8 AS at, (extract(epoch FROM k.gap) * 1000)::float8 AS gap,
    k."firstSubmission", k."secondSubmission"
  FROM counted k JOIN challenges c ON c.id = k.challenge_id
  WHERE k.n >= $2 ORDER BY k.n DESC, least(k.first, k.second), greatest(k.first, k.second), k.at
  LIMIT ${MOST_CLOSE}`

const CLOSE_ROW = {
  challengeId: number,
  challenge: text,
  first: number,
  second: number,
  at: number,
  gap: number,
  firstSubmission: number,
  secondSubmission: number
}

/** Solves close to each other, those of pairs with most of them first. */
export const closeSolvesOf = (pool: Pool, gameId: number, least: number) =>
  rows(pool, CLOSE_ROW, CLOSE, [gameId, least])

const MATCHES = `
  SELECT h.submission_id AS id, h.participation_id AS sender, h.source_participation_id AS owner
  FROM cheats h WHERE h.game_id = $1 ORDER BY h.submission_id DESC LIMIT ${MOST_MATCHES}`

/** Flags of other teams, the newest first. */
export const matchesOf = (pool: Pool, gameId: number) =>
  rows(pool, { id: number, sender: number, owner: number }, MATCHES, [gameId])

const SAME_ADDRESS = `
  SELECT a, b FROM unnest($1::int[], $2::int[]) AS pair (a, b)
  WHERE EXISTS (
    SELECT FROM submissions x JOIN submissions y ON y.ip = x.ip AND y.participation_id = pair.b
    WHERE x.participation_id = pair.a)`

/** Those of the pairs that sent flags from one address. */
export const ofOneAddress = (pool: Pool, pairs: readonly (readonly [number, number])[]) =>
  rows(pool, { a: number, b: number }, SAME_ADDRESS, [pairs.map(([a]) => a), pairs.map(([, b]) => b)])

const TEAMS = `
  SELECT p.id AS "participationId", t.id AS "teamId", t.name, p.division
  FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.id = ANY ($1)`

export const teamsOf = (pool: Pool, participations: readonly number[]) =>
  rows(pool, { participationId: number, teamId: number, name: text, division: nullable(text) }, TEAMS, [
    participations
  ])

/** Solves before which nobody of the team had read the challenge, among those since the game's first opening. */
const UNOPENED = `
  WITH since AS (
    SELECT min(o.opened_at) AS at FROM challenge_openings o JOIN challenges c ON c.id = o.challenge_id WHERE c.game_id = $1
  ), solved AS (
    SELECT s.*, EXISTS (
      SELECT FROM challenge_openings o WHERE o.challenge_id = s.challenge_id
        AND o.participation_id = s.participation_id AND o.opened_at <= s.solved_at) AS opened
    FROM (${SOLVES}) s, since WHERE s.solved_at >= since.at
  ), counted AS (
    SELECT *, count(*) OVER () AS solves, count(*) FILTER (WHERE NOT opened) OVER () AS unopened,
      count(*) FILTER (WHERE NOT opened) OVER (PARTITION BY participation_id) AS own
    FROM solved
  )
  SELECT k.participation_id AS "participationId", k.challenge_id AS "challengeId", c.title AS challenge,
    (extract(epoch FROM k.solved_at) * 1000)::float8 AS at, k.submission_id AS submission, k.own,
    k.solves, k.unopened
  FROM counted k JOIN challenges c ON c.id = k.challenge_id
  WHERE NOT k.opened ORDER BY k.own DESC, k.participation_id, k.solved_at, k.submission_id LIMIT ${MOST_UNOPENED}`

const UNOPENED_ROW = {
  participationId: number,
  challengeId: number,
  challenge: text,
  at: number,
  submission: number,
  own: number,
  solves: number,
  unopened: number
}

export const unopenedOf = (pool: Pool, gameId: number) => rows(pool, UNOPENED_ROW, UNOPENED, [gameId])
