import { z } from 'zod'
import { BLOCKED_SQL } from '~/server/blocks'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import { compareCategories, shownCategory } from '~/server/categories/constants'
import { attemptsAsTold } from '~/server/challenges'
import { CHALLENGE_LIMITS } from '~/server/challenges/constants'
import { bool, json, msSql, nullable, number, row, rows, type Sql, text, time } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import { knownSolvedSql } from '~/server/public-board'
import { isUnlockedSql } from '~/server/requirements'
import { claimant, type WorkspaceRow } from './contract'

/** Who of the team works on challenge `c`; $2 is the participation. */
const ON = `coalesce((SELECT json_agg(json_build_object('id', u.id, 'name', u.user_name) ORDER BY k.at, u.id)
  FROM team_claims k JOIN users u ON u.id = k.user_id WHERE k.participation_id = $2 AND k.challenge_id = c.id), '[]')`
/** Challenge `c` is open for the team. */
const OPEN = `c.game_id = $1 AND c.enabled AND ${isUnlockedSql('$2')}`
/** Team $2 has solved challenge `c` of game `g`, as its members may know it; the solves are read once. */
const SOLVED = knownSolvedSql(
  { challenge: 'c.id', participation: '$2' },
  'c.id IN (SELECT challenge_id FROM solves WHERE participation_id = $2)'
)

const ROW = {
  id: number,
  title: text,
  ...CATEGORY_ROW,
  solved: bool,
  on: json(z.array(claimant)),
  note: nullable(text),
  version: nullable(number),
  by: nullable(text),
  at: nullable(time)
}

/** Challenges that are open for a team, with who works on them and what the team noted: what is worked on first, solved ones last, else as on the board. */
export async function listWorkspaceRows(
  sql: Sql,
  gameId: number,
  participationId: number
): Promise<WorkspaceRow[]> {
  const found = await rows(
    sql,
    ROW,
    `SELECT c.id, c.title, ${CATEGORY_COLUMNS}, ${SOLVED} AS solved, ${ON} AS on, n.text AS note, n.version,
       w.user_name AS by, n.at
     FROM challenges c JOIN games g ON g.id = c.game_id
       LEFT JOIN team_notes n ON n.challenge_id = c.id AND n.participation_id = $2
       LEFT JOIN users w ON w.id = n.user_id
     WHERE ${OPEN} ORDER BY c.title, c.id`,
    [gameId, participationId]
  )
  const turn = ({ solved, on }: (typeof found)[number]) => (solved ? 2 : on.length > 0 ? 0 : 1)
  const ordered = found.toSorted(
    (a, b) => turn(a) - turn(b) || compareCategories(shownCategory(a), shownCategory(b))
  )
  return ordered.map(({ note, version, by, at, ...challenge }) => ({
    ...challenge,
    note: at && { text: note!, version: version!, by, time: wireTime(at) }
  }))
}

const AT_CHALLENGE = { members: number, on: json(z.array(claimant)), noted: bool }

/** The same of one challenge, with the number of the team's members in the game; null when it is not open. */
export const readChallengeWorkspace = (
  sql: Sql,
  gameId: number,
  participationId: number,
  challengeId: number
) =>
  row(
    sql,
    AT_CHALLENGE,
    `SELECT (SELECT count(*)::int FROM registrations WHERE participation_id = $2) AS members, ${ON} AS on,
       EXISTS (SELECT FROM team_notes WHERE participation_id = $2 AND challenge_id = c.id AND text <> '') AS noted
     FROM challenges c WHERE ${OPEN} AND c.id = $3`,
    [gameId, participationId, challengeId]
  )

const task = z.object({
  userId: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  challengeId: z.int(),
  title: z.string(),
  /** Unix milliseconds. */
  instanceUntil: z.number().nullable()
})
/** A challenge, and until when it takes flags in Unix milliseconds; null until the end. */
const answerable = z.tuple([z.int(), z.number().nullable()])

const PRESENT = { tasks: json(z.array(task)), answerable: json(z.array(answerable)) }

/** Most tasks of a team that are listed. */
const TASKS = 6

/** Who works on which unsolved challenge: who said so, and who asked for the instance that runs; the newest first. */
const TASKS_OF = `SELECT u.id AS "userId", u.user_name AS name, '/assets/' || u.avatar_hash || '/avatar' AS avatar,
     c.id AS "challengeId", c.title, ${msSql('max(w.until)')} AS "instanceUntil"
   FROM (SELECT challenge_id, user_id, at, NULL::timestamptz AS until FROM team_claims WHERE participation_id = $2
         UNION ALL
         SELECT challenge_id, requested_by, requested_at, CASE WHEN state IN ('ready', 'unhealthy') THEN expires_at END
         FROM instances WHERE participation_id = $2 AND kind = 'team' AND desired = 'up'
           AND state IN ('queued', 'starting', 'ready', 'unhealthy')) w
       JOIN users u ON u.id = w.user_id
       JOIN challenges c ON c.id = w.challenge_id
       JOIN games g ON g.id = c.game_id
   WHERE ${OPEN} AND NOT (${SOLVED})
   GROUP BY u.id, c.id ORDER BY max(w.at) DESC, u.id, c.id LIMIT ${TASKS}`

/** What takes a flag of the team now, as store_submissions() decides it while the game runs. */
const ANSWERABLE = `SELECT json_build_array(c.id, ${msSql('c.closes_at')}) AS one
   FROM challenges c JOIN games g ON g.id = c.game_id
   WHERE ${OPEN} AND NOT (${SOLVED}) AND NOT ${BLOCKED_SQL} AND (c.closes_at IS NULL OR c.closes_at > clock_timestamp())
     AND (c.attempt_limit IS NULL OR c.attempt_limit > ${attemptsAsTold('c.id', '$2')})
   ORDER BY c.id LIMIT ${CHALLENGE_LIMITS.listed}`

/** What a team works on, and what it may still answer. */
export async function listPresentMembers(sql: Sql, gameId: number, participationId: number) {
  // Prepared, because planning it costs four times as much as running it.
  const found = await row(sql, PRESENT, {
    name: 'workspace_present',
    text: `SELECT (SELECT coalesce(json_agg(t), '[]') FROM (${TASKS_OF}) t) AS tasks,
       (SELECT coalesce(json_agg(a.one), '[]') FROM (${ANSWERABLE}) a) AS answerable`,
    values: [gameId, participationId]
  })
  return { tasks: found!.tasks, answerable: new Map(found!.answerable) }
}

const CLAIM = { challengeId: number, name: text, avatar: nullable(text) }

/** Most claims of a team that are read at once. */
const CLAIMS = 500

/** Who of the team said of which challenges that they work on them, the first first. */
export const listClaims = (sql: Sql, participationId: number) =>
  rows(
    sql,
    CLAIM,
    `SELECT k.challenge_id AS "challengeId", u.user_name AS name, '/assets/' || u.avatar_hash || '/avatar' AS avatar
     FROM team_claims k JOIN users u ON u.id = k.user_id
     WHERE k.participation_id = $1 ORDER BY k.at, u.id LIMIT ${CLAIMS}`,
    [participationId]
  )

/** Whether a challenge is open for the team; locks it against removal. */
export const openChallenge = (sql: Sql, gameId: number, participationId: number, challengeId: number) =>
  row(
    sql,
    { title: text },
    `SELECT c.title FROM challenges c WHERE ${OPEN} AND c.id = $3 FOR KEY SHARE OF c`,
    [gameId, participationId, challengeId]
  )
