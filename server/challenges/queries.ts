import { z } from 'zod'
import { challengeValue, leastValue } from '~/scoring/rules'
import { BLOCK_COLUMNS, BLOCK_ROW, blockOf } from '~/server/blocks'
import { CATEGORY_COLUMNS, CATEGORY_ROW, OWN_CATEGORY, OWN_CATEGORY_SQL } from '~/server/categories'
import type { CustomCategory } from '~/server/categories/constants'
import {
  bool,
  json,
  nullable,
  number,
  numbers,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  texts,
  time
} from '~/server/db'
import { RATING_SQL, ratingColumn } from '~/server/feedback'
import { endSql, PRACTISED_SQL } from '~/server/games/contract'
import { HINT_BUYERS_SQL, HINT_OFFERS_SQL, hintBuyers, hintOffers, offersOf } from '~/server/hints'
import { ENGINES, ENGINES_COLUMN, ENTRY, instancesAtOnce } from '~/server/instances'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { freeSolvesSql, knownSolvedSql } from '~/server/public-board'
import { isUnlockedSql } from '~/server/requirements'
import { attemptsAsTold } from './attempts/attempts'
import { shownConnections } from './connections/command'
import { storedConnection } from './connections/contract'
import {
  CHALLENGE_LIMITS,
  CHALLENGE_TYPES,
  type ChallengeInfo,
  type ChallengeRemoval,
  type ChallengeView,
  challengeInfo,
  checkMark
} from './contract'
import { curveOf } from './curve'
import { attachedFiles, playedFilesSql, shownFiles } from './files/queries'
import { LABEL_COLUMNS, LABEL_ROW } from './labels/queries'
import { isSolvableSql } from './solvable'

/** Teams off the board are few, so they are subtracted: a join would look the team of each solve up. */
export const SOLVERS_SQL = `((SELECT count(*) FROM solves s WHERE s.challenge_id = c.id)
  - (SELECT count(*) FROM participations p WHERE p.game_id = c.game_id AND p.status <> 'Accepted'
      AND EXISTS (SELECT FROM solves s WHERE s.challenge_id = c.id AND s.participation_id = p.id)))::int`

export const TERMS = `c.original_score AS "originalScore", c.min_score_rate AS "minScoreRate", c.difficulty, c.point_values AS "values",
  ${freeSolvesSql()} AS free`

export const VALUED = {
  originalScore: number,
  minScoreRate: number,
  difficulty: number,
  values: nullable(numbers),
  solvers: number,
  free: number
}

/** How many teams have solved it, and how many bought each hint. Zeros for an unknown challenge. */
export async function readChallengeFigures(
  sql: Sql,
  challengeId: number
): Promise<{
  solvers: number
  buyers: [hint: number, teams: number][]
  customCategory: CustomCategory | null
}> {
  const found = await row(
    sql,
    { solvers: number, buyers: hintBuyers, customCategory: OWN_CATEGORY },
    `SELECT ${SOLVERS_SQL} AS solvers, ${HINT_BUYERS_SQL} AS buyers, ${OWN_CATEGORY_SQL} AS "customCategory" FROM challenges c WHERE c.id = $1`,
    [challengeId]
  )
  return found ?? { solvers: 0, buyers: [], customCategory: null }
}

/** @throws AppError `challenge.not_found` 404 */
export async function countChallengeRemoval(
  pool: Pool,
  gameId: number,
  challengeId: number
): Promise<ChallengeRemoval> {
  const count = (table: string) =>
    `(SELECT count(*)::int FROM ${table} WHERE challenge_id = c.id) AS ${table}`
  const removal = await row(
    pool,
    { flags: number, solves: number, submissions: number },
    `SELECT ${count('flags')}, ${count('solves')},
       coalesce((SELECT sum((SELECT count(*) FROM submissions s
                             WHERE s.participation_id = p.id AND s.challenge_id = c.id))::int
                 FROM participations p WHERE p.game_id = c.game_id), 0) AS submissions
     FROM challenges c WHERE c.game_id = $1 AND c.id = $2`,
    [gameId, challengeId]
  )
  if (!removal) throw notFound('challenge.not_found')
  return removal
}

/** JSON of the image on the engine where it is furthest; of several images the least ready one. */
const IMAGE = `CASE WHEN c.type LIKE '%Container' THEN (
  SELECT json_build_object('state', coalesce(m.state, CASE r.reference WHEN '' THEN 'missing' ELSE 'wanted' END),
    'error', CASE WHEN m.state = 'failed' THEN coalesce(m.error_code, 'failed') END)
  FROM unnest(CASE WHEN c.container_compose IS NULL THEN ARRAY[c.container_image] ELSE c.compose_images END) r (reference)
  LEFT JOIN LATERAL (SELECT state, error_code FROM images WHERE reference = r.reference
    ORDER BY array_position(ARRAY['ready', 'pulling', 'wanted', 'failed'], state), engine_id LIMIT 1) m ON true
  ORDER BY array_position(ARRAY['failed', 'wanted', 'pulling', 'ready'], m.state) NULLS FIRST, r.reference LIMIT 1) END`

const FILES = `CASE WHEN c.type = 'DynamicAttachment' THEN (SELECT count(*)::int FROM flags f WHERE f.challenge_id = c.id) END`
const TEAMS = `(SELECT count(*)::int FROM participations WHERE game_id = $1 AND status = 'Accepted')`
const SETUP = `CASE WHEN c.type LIKE '%Container' AND NOT c.enabled THEN json_build_object('memoryMb', c.memory_limit,
  'cpu', c.cpu_count, 'compose', c.container_compose) END`

export const ENABLING = `${isSolvableSql('c')} AS "hasFlag", ${FILES} AS files, ${TEAMS} AS teams, ${SETUP} AS setup, ${IMAGE} AS image,
  ${ENGINES} AS engines`
export const ENABLING_ROW = {
  hasFlag: bool,
  files: nullable(number),
  teams: number,
  /** Resources of an instance; null for a challenge that cannot be enabled. */
  setup: nullable(json(z.object({ memoryMb: z.int(), cpu: z.int(), compose: z.string().nullable() }))),
  image: nullable(json(challengeInfo.shape.image)),
  engines: nullable(ENGINES_COLUMN)
}
export const fileStock = ({
  files,
  teams
}: {
  files: number | null
  teams: number
}): ChallengeInfo['stock'] => (files === null ? null : { files, teams })

const INFO = {
  ...ENABLING_ROW,
  ...VALUED,
  ...BLOCK_ROW,
  id: number,
  ...CATEGORY_ROW,
  title: text,
  type: oneOf(CHALLENGE_TYPES),
  isEnabled: bool,
  releaseAt: nullable(time),
  failedAt: nullable(time),
  fault: nullable(text),
  attempts: number,
  rating: ratingColumn,
  bloodTeam: nullable(text),
  bloodAt: nullable(time),
  check: nullable(json(checkMark))
}

/**
 * Solves and attempts come from an index and challenge_counts; the few that do not count (practice, teams off the
 * board) are subtracted. A join would look up the team of each of a hundred thousand solves.
 */
const INFOS = `
  WITH game AS MATERIALIZED (SELECT id, end_at, division_ends FROM games WHERE id = $1),
  uncounted AS (
    SELECT s.challenge_id, count(*)::int AS n FROM participations p JOIN solves s ON s.participation_id = p.id
    WHERE p.game_id = $1 AND p.status <> 'Accepted' GROUP BY 1),
  untried AS (
    SELECT challenge_id, count(*)::int AS n FROM (
      SELECT s.challenge_id FROM ${PRACTISED_SQL} AND s.status <> 'FlagSubmitted'
      UNION ALL
      SELECT s.challenge_id FROM game g JOIN participations p ON p.game_id = g.id AND p.status <> 'Accepted'
      JOIN submissions s ON s.participation_id = p.id AND s.submitted_at < ${endSql('g', 'p')}
      WHERE s.status <> 'FlagSubmitted') off GROUP BY 1)
  SELECT c.id, c.title, ${CATEGORY_COLUMNS}, c.type, c.enabled AS "isEnabled", c.release_at AS "releaseAt",
    c.release_failed_at AS "failedAt", c.release_fault AS fault, ${TERMS}, ${BLOCK_COLUMNS},
    (SELECT count(*)::int FROM solves s WHERE s.challenge_id = c.id) - coalesce(uncounted.n, 0) AS solvers,
    coalesce(k.n, 0) - coalesce(untried.n, 0) AS attempts,
    ${RATING_SQL} AS rating, b.team AS "bloodTeam", b.at AS "bloodAt",
    CASE WHEN c.solver IS NOT NULL THEN json_build_object('state', coalesce(h.state, 'never'), 'since', h.since) END AS check,
    ${ENABLING}
  FROM challenges c
  LEFT JOIN solve_checks h ON h.challenge_id = c.id
  LEFT JOIN uncounted ON uncounted.challenge_id = c.id
  LEFT JOIN untried ON untried.challenge_id = c.id
  LEFT JOIN challenge_counts k ON k.challenge_id = c.id
  LEFT JOIN LATERAL (
    SELECT t.name AS team, s.solved_at AS at FROM solves s
    JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted' JOIN teams t ON t.id = p.team_id
    WHERE s.challenge_id = c.id ORDER BY s.solved_at, s.submission_id LIMIT 1) b ON true
  WHERE c.game_id = $1 ORDER BY c.id LIMIT ${CHALLENGE_LIMITS.listed}`

function roomOf({ setup, engines, teams }: RowOf<typeof INFO>): ChallengeInfo['room'] {
  const instances = setup && engines ? instancesAtOnce(setup, engines) : null
  return instances === null ? null : { instances, teams }
}

/** All challenges by id, with figures; at most `CHALLENGE_LIMITS.listed` (docs/rules/staff.md#challenges). */
export async function listChallengeInfos(pool: Pool, gameId: number): Promise<ChallengeInfo[]> {
  const challenges = await rows(pool, INFO, INFOS, [gameId])
  return challenges.map((one) => ({
    id: one.id,
    title: one.title,
    category: one.category,
    customCategory: one.customCategory,
    type: one.type,
    isEnabled: one.isEnabled,
    score: challengeValue(curveOf(one), one.solvers - one.free),
    minScore: leastValue(curveOf(one)),
    originalScore: one.originalScore,
    hasFlag: one.hasFlag,
    stock: fileStock(one),
    room: roomOf(one),
    releaseAt: one.releaseAt && wireTime(one.releaseAt),
    releaseFault: one.failedAt && { at: wireTime(one.failedAt), code: one.fault ?? '' },
    block: blockOf(one),
    acceptedCount: one.solvers,
    attempts: one.attempts,
    solveRate: one.teams === 0 ? null : one.solvers / one.teams,
    rating: one.rating,
    firstBlood: one.bloodAt && { team: one.bloodTeam ?? '', time: wireTime(one.bloodAt) },
    image: one.image,
    check: one.check && { ...one.check, since: one.check.since && wireTime(new Date(one.check.since)) }
  }))
}

/** `entry` is null with tunnels; `expiresAt` is ISO 8601, null before it is ready. */
const playedInstance = z.object({
  id: z.uuid(),
  ready: z.boolean(),
  entry: z.string().nullable(),
  expiresAt: z.string().nullable()
})

/** Time of each hint of challenge `c` since the start of game `g`; null for earlier ones. */
export const HINT_TIMES_SQL = `to_json(ARRAY(SELECT CASE WHEN at > g.start_at THEN at END
  FROM unnest(c.hint_times) WITH ORDINALITY h (at, place) ORDER BY place))`
export const hintTimes = json(z.array(z.string().nullable()))

/** One wire time for each hint; null where none is shown. */
export const hintTimesOf = (of: { hints: string[]; hintTimes: (string | null)[] }): (string | null)[] =>
  of.hints.map((_, place) => {
    const at = of.hintTimes[place]
    return at ? wireTime(new Date(at)) : null
  })

const PLAYED = {
  ...VALUED,
  ...LABEL_ROW,
  id: number,
  title: text,
  content: text,
  ...CATEGORY_ROW,
  type: oneOf(CHALLENGE_TYPES),
  hints: texts,
  hintTimes,
  pricedHints: hintOffers,
  connections: json(z.array(storedConnection)),
  fileName: text,
  closesAt: nullable(time),
  attemptLimit: nullable(number),
  attemptsUsed: number,
  ...BLOCK_ROW,
  solved: bool,
  practised: bool,
  assigned: bool,
  files: attachedFiles,
  instance: nullable(json(playedInstance))
}

interface InPlay {
  view: ChallengeView
  assigned: boolean
}

/** The participation's view of an enabled challenge; null when it is disabled, unknown or locked. */
export async function findChallengeInPlay(
  pool: Pool,
  ids: { gameId: number; challengeId: number; participationId: number },
  entryOf: (instance: string, stored: string | null) => Promise<string | null>
): Promise<InPlay | null> {
  const found = await row(pool, PLAYED, {
    name: 'challenge_in_play',
    text: `SELECT c.id, c.title, c.content, ${CATEGORY_COLUMNS}, c.type, ${LABEL_COLUMNS}, c.hints, ${TERMS}, ${SOLVERS_SQL} AS solvers,
        ${HINT_TIMES_SQL} AS "hintTimes", ${HINT_OFFERS_SQL} AS "pricedHints", c.connections,
        ${knownSolvedSql({ challenge: 'c.id', participation: '$3' })} AS solved,
        EXISTS (SELECT FROM submissions s JOIN participations o ON o.id = s.participation_id
          WHERE s.challenge_id = c.id AND s.participation_id = $3 AND s.status = 'Accepted'
            AND s.submitted_at >= ${endSql('g', 'o')}) AS practised,
        EXISTS (SELECT FROM team_flags o WHERE o.challenge_id = c.id AND o.participation_id = $3) AS assigned,
        c.file_name AS "fileName", c.closes_at AS "closesAt", c.attempt_limit AS "attemptLimit",
        CASE WHEN c.attempt_limit IS NULL THEN 0 ELSE ${attemptsAsTold('c.id', '$3')} END AS "attemptsUsed",
        ${BLOCK_COLUMNS},
        ${playedFilesSql('(SELECT o.flag_id FROM team_flags o WHERE o.challenge_id = c.id AND o.participation_id = $3)')} AS files,
        (SELECT json_build_object('id', i.id, 'ready', i.state = 'ready', 'entry', ${ENTRY}, 'expiresAt', i.expires_at)
          FROM instances i WHERE i.participation_id = $3 AND i.challenge_id = c.id AND i.kind = 'team'
            AND i.desired = 'up' AND i.state NOT IN ('ended', 'failed')
          ORDER BY i.requested_at DESC LIMIT 1) AS instance
      FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.game_id = $1 AND c.id = $2 AND c.enabled AND ${isUnlockedSql('$3')}`,
    values: [ids.gameId, ids.challengeId, ids.participationId]
  })
  if (!found) return null
  const { id, title, content, category, customCategory, type, solved, practised, assigned, instance } = found
  const { author, level, tags } = found
  const files = shownFiles(found)
  const context = {
    closeTime: instance?.expiresAt ? wireTime(new Date(instance.expiresAt)) : null,
    instanceEntry: instance?.ready ? await entryOf(instance.id, instance.entry) : null,
    url: files[0]?.url ?? null,
    fileSize: files[0]?.size ?? null
  }
  const score = challengeValue(curveOf(found), found.solvers - found.free)
  const pricedHints = offersOf(found.pricedHints)
  const read = pricedHints.filter((offer) => offer.content !== null)
  const hints = [...found.hints, ...read.map((offer) => offer.content!)]
  const hintTimes = [
    ...hintTimesOf(found),
    ...read.map(({ boughtAt, availableAt }) => boughtAt ?? availableAt)
  ]
  const { attemptLimit: limit, attemptsUsed: used } = found
  const attempts = limit === null ? null : { limit, used }
  const blocked = blockOf(found)
  const view = {
    id,
    title,
    content,
    category,
    customCategory,
    author,
    level,
    tags,
    hints,
    hintTimes,
    pricedHints,
    connections: shownConnections(found.connections),
    score,
    type,
    context,
    files,
    attempts,
    blocked,
    closesAt: found.closesAt && wireTime(found.closesAt),
    solved,
    practised
  }
  return { view, assigned }
}
