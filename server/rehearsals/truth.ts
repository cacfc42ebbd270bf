import {
  bool,
  nullable,
  number,
  numbers,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  text,
  texts,
  time
} from '~/server/db'
import { START_ERRORS, type StartError } from '~/server/instances/contract'

const GAME = {
  start: time,
  end: time,
  divisions: texts,
  inviteCode: nullable(text),
  bonus: number,
  teams: number
}

const CHALLENGE = {
  id: number,
  title: text,
  type: text,
  enabled: bool,
  releaseAt: nullable(time),
  closesAt: nullable(time),
  /** A plug-in decides about answers. */
  checker: bool,
  requires: numbers,
  flags: number,
  content: bool,
  images: texts
}
export type ChallengeFacts = RowOf<typeof CHALLENGE>

const IMAGE = { reference: text, state: text }

/** Facts about the original game. */
export interface Facts {
  game: RowOf<typeof GAME>
  challenges: ChallengeFacts[]
  /** An engine is up. */
  engine: boolean
  /** Images of challenges that some engine has not got ready. */
  unready: RowOf<typeof IMAGE>[]
}

/** `teams`: those that play or wait for a review. */
const GAMES = `
  SELECT start_at AS start, end_at AS "end", divisions, invite_code AS "inviteCode", blood_bonus AS bonus,
    (SELECT count(*)::int FROM participations p WHERE p.game_id = g.id AND p.status IN ('Accepted', 'Pending')) AS teams
  FROM games g WHERE id = $1`

const CHALLENGES = `
  SELECT id, title, type, enabled, release_at AS "releaseAt", closes_at AS "closesAt", checker IS NOT NULL AS checker, requires, content ~ '\\S' AS content,
    (SELECT count(*)::int FROM flags f WHERE f.challenge_id = c.id) AS flags,
    CASE WHEN type NOT IN ('StaticContainer', 'DynamicContainer') THEN '{}'
      WHEN container_compose IS NOT NULL THEN compose_images ELSE ARRAY[container_image] END AS images
  FROM challenges c WHERE game_id = $1 ORDER BY id`

const UNREADY = `
  SELECT DISTINCT i.reference, i.state FROM images i JOIN engines e ON e.id = i.engine_id AND e.state = 'up'
  WHERE i.reference = ANY ($1) AND i.state <> 'ready' ORDER BY 1`

const ENGINE = `SELECT EXISTS (SELECT FROM engines WHERE state = 'up' AND NOT draining) AS engine`

/** @throws Error for a deleted game */
export async function readRehearsalFacts(pool: Pool, gameId: number): Promise<Facts> {
  const [game, challenges, up] = await Promise.all([
    row(pool, GAME, GAMES, [gameId]),
    rows(pool, CHALLENGE, CHALLENGES, [gameId]),
    row(pool, { engine: bool }, ENGINE)
  ])
  if (!game) throw new Error('The game was deleted')
  const images = [...new Set(challenges.flatMap((one) => one.images))]
  return { game, challenges, engine: up!.engine, unready: await rows(pool, IMAGE, UNREADY, [images]) }
}

const FLAG = { challengeId: number, flags: texts }

/** A challenge without a right flag for the team is left out. */
const RIGHT = `
  SELECT c.id AS "challengeId", array_agg(f.flag ORDER BY f.place) AS flags
  FROM challenges c JOIN participations p ON p.game_id = c.game_id AND p.team_id = $2
    JOIN LATERAL (
      SELECT flag, 0 AS place FROM team_flags t
      WHERE c.type LIKE 'Dynamic%' AND t.challenge_id = c.id AND t.participation_id = p.id
      UNION ALL (SELECT flag, id FROM flags WHERE c.type LIKE 'Static%' AND challenge_id = c.id ORDER BY id LIMIT 100)) f ON true
  WHERE c.game_id = $1 GROUP BY c.id`

/** Flags that are right for this team, by challenge of the copy; a challenge without one is missing. */
export async function readRightFlags(
  pool: Pool,
  copy: number,
  teamId: number
): Promise<Map<number, string[]>> {
  const found = await rows(pool, FLAG, RIGHT, [copy, teamId])
  return new Map(found.map(({ challengeId, flags }) => [challengeId, flags]))
}

const FAILED = { error: oneOf(START_ERRORS), code: nullable(number), log: nullable(text) }
export type FailedStart = { error: StartError; code: number | null; line: string | null }

/** Includes instances that ended soon after they were ready: the service answered once, but nobody could have used it. */
const FAILED_START = `
  SELECT coalesce(error_code, CASE reason WHEN 'crashed' THEN 'exited' WHEN 'oom' THEN 'oom' ELSE 'engine' END) AS error,
    exit_code AS code, last_log AS log
  FROM instances WHERE game_id = $1 AND challenge_id = $2 AND state IN ('ended', 'failed')
    AND (error_code IS NOT NULL OR reason IN ('crashed', 'oom', 'lost', 'disk_full'))
  ORDER BY requested_at DESC LIMIT 1`

/** Characters of a program's last line. */
const MAX_LINE_LENGTH = 200

/**
 * The reason why the newest instance of the challenge is not up, with the exit code and the last line of its program; flags are
 * masked. Null if none has failed.
 */
export async function findFailedStart(
  pool: Pool,
  copy: number,
  challengeId: number
): Promise<FailedStart | null> {
  const found = await row(pool, FAILED, FAILED_START, [copy, challengeId])
  if (!found) return null
  const line = found.log?.trimEnd().split('\n').at(-1)?.slice(0, MAX_LINE_LENGTH)
  return { error: found.error, code: found.code, line: line || null }
}

const SOLVE = { participationId: number, teamId: number, challengeId: number, submissionId: number, at: time }
const CURVE = { id: number, score: number, rate: number, difficulty: number, values: nullable(numbers) }

export interface BoardTruth {
  /** Right answers, in the order in which they were stored; repeated ones too. */
  right: RowOf<typeof SOLVE>[]
  curves: RowOf<typeof CURVE>[]
  /** Packed (docs/rules/scoring.md#blood-bonus). */
  bonus: number
}

/** Answers and curves as the database has them: no ledger, no board. */
export async function readBoardTruth(pool: Pool, copy: number): Promise<BoardTruth> {
  const [right, curves, game] = await Promise.all([
    rows(
      pool,
      SOLVE,
      `SELECT s.participation_id AS "participationId", p.team_id AS "teamId", s.challenge_id AS "challengeId",
         s.id::int AS "submissionId", s.submitted_at AS at
       FROM submissions s JOIN participations p ON p.id = s.participation_id
       WHERE s.game_id = $1 AND s.status = 'Accepted' ORDER BY s.submitted_at, s.id`,
      [copy]
    ),
    rows(
      pool,
      CURVE,
      `SELECT id, original_score AS score, min_score_rate AS rate, difficulty, point_values AS "values"
       FROM challenges WHERE game_id = $1`,
      [copy]
    ),
    row(pool, { bonus: number }, 'SELECT blood_bonus AS bonus FROM games WHERE id = $1', [copy])
  ])
  return { right, curves, bonus: game?.bonus ?? 0 }
}
