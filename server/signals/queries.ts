import { msSql, nullable, number, oneOf, type Pool, rows, text } from '~/server/db'
import { SHARING_SIGNS } from '~/server/monitoring/contract'

/** Two solves of a challenge within this many seconds are close, … */
const CLOSE_S = 120
/** … unless more teams than these solved it around either of them: then it was a rush, and says nothing. */
export const MAX_AROUND = 3

/** Rows that are looked at. */
const MAX_CLOSE = 5000
const MAX_MATCHES = 5000
const MAX_SILENT = 2000

/** Solves of teams that take part, those of suspended teams too. */
const SOLVES = `
  SELECT s.challenge_id, s.participation_id, s.solved_at, s.submission_id
  FROM solves s JOIN participations p ON p.id = s.participation_id AND p.status IN ('Accepted', 'Suspended')
  WHERE s.game_id = $1`

/**
 * Solves that are next to each other, or next but one, in the order of their challenge: no others can be close, since
 * not more than ${MAX_AROUND} teams may be around them. Only pairs with \`$2\` challenges are of interest.
 */
const CLOSE = `
  WITH solved AS (${SOLVES}), placed AS (
    SELECT *, count(*) OVER (PARTITION BY challenge_id ORDER BY solved_at
        RANGE BETWEEN interval '${CLOSE_S} seconds' PRECEDING AND interval '${CLOSE_S} seconds' FOLLOWING) AS around,
      row_number() OVER (PARTITION BY challenge_id ORDER BY solved_at, submission_id) AS place
    FROM solved
  ), quiet AS (
    SELECT * FROM placed WHERE around <= ${MAX_AROUND}
  ), close AS (
    SELECT a.challenge_id, a.participation_id AS first, b.participation_id AS second, a.solved_at AS at,
      b.solved_at - a.solved_at AS gap, a.submission_id AS "firstSubmission", b.submission_id AS "secondSubmission"
    FROM quiet a JOIN quiet b ON b.challenge_id = a.challenge_id AND b.place IN (a.place + 1, a.place + 2)
      AND b.solved_at - a.solved_at <= interval '${CLOSE_S} seconds'
  ), counted AS (
    SELECT *, count(*) OVER (PARTITION BY least(first, second), greatest(first, second)) AS n FROM close
  )
  SELECT k.challenge_id AS "challengeId", c.title AS challenge, k.first, k.second,
    ${msSql('k.at')} AS at, ${msSql('k.gap')} AS gap,
    k."firstSubmission", k."secondSubmission"
  FROM counted k JOIN challenges c ON c.id = k.challenge_id
  WHERE k.n >= $2 ORDER BY k.n DESC, least(k.first, k.second), greatest(k.first, k.second), k.at
  LIMIT ${MAX_CLOSE}`

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
export const listCloseSolves = (pool: Pool, gameId: number, least: number) =>
  rows(pool, CLOSE_ROW, CLOSE, [gameId, least])

/** Two solves of a step within this many seconds are soon after each other, … */
const STEP_S = 900

/** Shape of a step that two teams made. */
const STEP_ROW = {
  fromId: number,
  from: text,
  toId: number,
  to: text,
  first: number,
  second: number,
  at: number,
  gap: number,
  firstSubmission: number,
  secondSubmission: number
}

/**
 * Steps from a challenge to the one that a team solved next, made by two teams soon after each other at both ends, and by at
 * most ${MAX_AROUND} teams of the game. Only pairs with \`$2\` of them are of interest.
 */
const STEPS = `
  WITH solved AS (${SOLVES}), stepped AS (
    SELECT participation_id, challenge_id AS target, solved_at AS at, submission_id,
      lag(challenge_id) OVER own AS source, lag(solved_at) OVER own AS since
    FROM solved WINDOW own AS (PARTITION BY participation_id ORDER BY solved_at, submission_id)
  ), rare AS (
    SELECT * FROM (
      SELECT *, count(*) OVER (PARTITION BY source, target) AS made FROM stepped WHERE source IS NOT NULL
    ) m WHERE made BETWEEN 2 AND ${MAX_AROUND}
  ), common AS (
    SELECT a.source, a.target, a.participation_id AS first, b.participation_id AS second, a.at, b.at - a.at AS gap,
      a.submission_id AS "firstSubmission", b.submission_id AS "secondSubmission"
    FROM rare a JOIN rare b ON b.source = a.source AND b.target = a.target
      AND (b.at, b.submission_id) > (a.at, a.submission_id)
    WHERE b.at - a.at <= interval '${STEP_S} seconds'
      AND b.since BETWEEN a.since - interval '${STEP_S} seconds' AND a.since + interval '${STEP_S} seconds'
  ), counted AS (
    SELECT *, count(*) OVER (PARTITION BY least(first, second), greatest(first, second)) AS n FROM common
  )
  SELECT k.source AS "fromId", f.title AS "from", k.target AS "toId", c.title AS "to", k.first, k.second,
    ${msSql('k.at')} AS at, ${msSql('k.gap')} AS gap,
    k."firstSubmission", k."secondSubmission"
  FROM counted k JOIN challenges f ON f.id = k.source JOIN challenges c ON c.id = k.target
  WHERE k.n >= $2 ORDER BY k.n DESC, least(k.first, k.second), greatest(k.first, k.second), k.at
  LIMIT ${MAX_CLOSE}`

/** Equal steps of two teams, those of pairs with most of them first. */
export const listEqualSteps = (pool: Pool, gameId: number, least: number) =>
  rows(pool, STEP_ROW, STEPS, [gameId, least])

/**
 * Wrong answers that are decoys. `owner`: the participation whose decoy it was; null for one that is the same for several.
 * Team after team: submissions have no index by challenge alone.
 */
const DECOYS = `
  WITH decoys AS MATERIALIZED (
    SELECT id AS challenge_id, decoy, NULL::int AS owner FROM challenges
    WHERE game_id = $1 AND decoy IS NOT NULL AND type NOT LIKE '%Container'
    UNION ALL SELECT d.challenge_id, d.decoy, d.participation_id FROM team_decoys d
    JOIN challenges c ON c.id = d.challenge_id WHERE c.game_id = $1
    UNION ALL SELECT f.challenge_id, f.decoy, o.participation_id FROM flags f
    JOIN challenges c ON c.id = f.challenge_id LEFT JOIN team_flags o ON o.flag_id = f.id
    WHERE c.game_id = $1 AND f.decoy IS NOT NULL
  ), known AS (
    SELECT challenge_id, decoy, CASE WHEN count(*) = 1 THEN max(owner) END AS owner FROM decoys GROUP BY 1, 2
  ), wrong AS MATERIALIZED (
    SELECT s.id, s.participation_id, s.challenge_id, s.answer, s.submitted_at
    FROM participations p JOIN submissions s ON s.participation_id = p.id
    WHERE p.game_id = $1 AND p.status IN ('Accepted', 'Suspended') AND s.status = 'WrongAnswer'
      AND s.challenge_id IN (SELECT challenge_id FROM known)
  )
  SELECT s.id, s.participation_id AS sender, k.owner, s.challenge_id AS "challengeId", c.title AS challenge,
    ${msSql('s.submitted_at')} AS at
  FROM known k JOIN wrong s ON s.challenge_id = k.challenge_id AND s.answer = k.decoy
  JOIN challenges c ON c.id = k.challenge_id
  ORDER BY s.id DESC LIMIT ${MAX_MATCHES}`

const DECOY_ROW = {
  id: number,
  sender: number,
  owner: nullable(number),
  challengeId: number,
  challenge: text,
  at: number
}

/** Decoys that were sent, the newest first. */
export const listSentDecoys = (pool: Pool, gameId: number) => rows(pool, DECOY_ROW, DECOYS, [gameId])

/** Hints that the entry of an instance was passed on; `user`: the participation of the account that used it, if it is known. */
const ENTRIES = `
  SELECT e.id, e.participation_id AS owner, e."values"[2] AS sign, e."values"[4] AS challenge, e."values"[5] AS detail,
    (SELECT p.id FROM participations p WHERE p.game_id = $1 AND p.id = nullif(e."values"[6], '')::int) AS "user",
    ${msSql('e.at')} AS at
  FROM game_events e
  JOIN participations q ON q.id = e.participation_id AND q.status IN ('Accepted', 'Suspended')
  WHERE e.game_id = $1 AND e.type = 'Normal' AND e."values"[2] = ANY ($2) ORDER BY e.id DESC LIMIT ${MAX_MATCHES}`

const ENTRY_ROW = {
  id: number,
  owner: number,
  sign: oneOf(SHARING_SIGNS),
  challenge: text,
  detail: text,
  user: nullable(number),
  at: number
}

/** The newest first. */
export const listSharedEntries = (pool: Pool, gameId: number) =>
  rows(pool, ENTRY_ROW, ENTRIES, [gameId, SHARING_SIGNS])

const MATCHES = `
  SELECT h.submission_id AS id, h.participation_id AS sender, h.source_participation_id AS owner
  FROM cheats h WHERE h.game_id = $1 ORDER BY h.submission_id DESC LIMIT ${MAX_MATCHES}`

/** Flags of other teams, the newest first. */
export const listCheatMatches = (pool: Pool, gameId: number) =>
  rows(pool, { id: number, sender: number, owner: number }, MATCHES, [gameId])

const SAME_ADDRESS = `
  SELECT a, b FROM unnest($1::int[], $2::int[]) AS pair (a, b)
  WHERE EXISTS (
    SELECT FROM submissions x JOIN submissions y ON y.ip = x.ip AND y.participation_id = pair.b
    WHERE x.participation_id = pair.a)`

/** Returns those of the pairs that sent flags from one address. */
export const listTeamsOfOneAddress = (pool: Pool, pairs: readonly (readonly [number, number])[]) =>
  rows(pool, { a: number, b: number }, SAME_ADDRESS, [pairs.map(([a]) => a), pairs.map(([, b]) => b)])

const TEAMS = `
  SELECT p.id AS "participationId", t.id AS "teamId", t.name, p.division
  FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.id = ANY ($1)`

export const listSignalTeams = (pool: Pool, participations: readonly number[]) =>
  rows(pool, { participationId: number, teamId: number, name: text, division: nullable(text) }, TEAMS, [
    participations
  ])

/** SQL parts: tables of first readings and first downloads, and the challenges that they concern. */
const FIRSTS = {
  openings: { table: 'challenge_openings', at: 'opened_at', of: 'true' },
  downloads: {
    table: 'challenge_downloads',
    at: 'downloaded_at',
    of: `EXISTS (SELECT FROM attachments a WHERE a.challenge_id = s.challenge_id AND a.type = 'Local')`
  }
}

/**
 * SQL: solves before which no member had read the challenge, or had its file, among those since the first reading or download in
 * the game.
 */
const silent = ({ table, at, of }: (typeof FIRSTS)[keyof typeof FIRSTS]) => `
  WITH since AS (
    SELECT min(o.${at}) AS at FROM ${table} o JOIN challenges c ON c.id = o.challenge_id WHERE c.game_id = $1
  ), solved AS (
    SELECT s.*, EXISTS (
      SELECT FROM ${table} o WHERE o.challenge_id = s.challenge_id
        AND o.participation_id = s.participation_id AND o.${at} <= s.solved_at) AS known
    FROM (${SOLVES}) s, since WHERE s.solved_at >= since.at AND ${of}
  ), counted AS (
    SELECT *, count(*) OVER () AS solves, count(*) FILTER (WHERE NOT known) OVER () AS silent,
      count(*) FILTER (WHERE NOT known) OVER (PARTITION BY participation_id) AS own
    FROM solved
  )
  SELECT k.participation_id AS "participationId", k.challenge_id AS "challengeId", c.title AS challenge,
    ${msSql('k.solved_at')} AS at, k.submission_id AS submission, k.own,
    k.solves, k.silent
  FROM counted k JOIN challenges c ON c.id = k.challenge_id
  WHERE NOT k.known ORDER BY k.own DESC, k.participation_id, k.solved_at, k.submission_id LIMIT ${MAX_SILENT}`

const SILENT_ROW = {
  participationId: number,
  challengeId: number,
  challenge: text,
  at: number,
  submission: number,
  own: number,
  solves: number,
  silent: number
}

/**
 * Solves of challenges that no member had opened before, of the teams with most of them first; at most `MAX_SILENT`.
 */
export const listUnopenedSolves = (pool: Pool, gameId: number) =>
  rows(pool, SILENT_ROW, silent(FIRSTS.openings), [gameId])

/**
 * Solves of challenges of which no member had downloaded the file before, of the teams with most of them first; at most
 * `MAX_SILENT`.
 */
export const listUndownloadedSolves = (pool: Pool, gameId: number) =>
  rows(pool, SILENT_ROW, silent(FIRSTS.downloads), [gameId])
