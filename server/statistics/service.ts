import type { Readable } from 'node:stream'
import { type Ctx, mayIn } from '~/server/access/contract'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import { byCategory, compareCategories, shownCategory } from '~/server/categories/constants'
import {
  type Database,
  msSql,
  nullable,
  number,
  pipelined,
  type RowOf,
  rows,
  type Sql,
  text
} from '~/server/db'
import { RATING_SQL, ratingColumn, shownToPlayers } from '~/server/feedback'
import type { GameAccess } from '~/server/games/contract'
import { announcedEnd, frozenSince, type GameFacts, gamePhase, PRACTISED_SQL } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError } from '~/server/platform/errors'
import { SHEET_TYPES, type SheetFormat } from '~/server/platform/sheets/constants'
import { sheetFile } from '~/server/platform/sheets/formats'
import { wireTime } from '~/server/platform/time'
import type { Statistics } from './contract'
import { figuresRows } from './sheet'

/** See docs/rules/staff.md#statistics. */
export interface StatisticsOfGames {
  /** Staff always, others after the end without a freeze. @throws `game.not_found` 404, `statistics.not_public` 403 */
  of(ctx: Ctx, gameId: number): Promise<Statistics>
  /** A sheet of the challenges. @throws as `of` */
  sheet(
    ctx: Ctx,
    gameId: number,
    format: SheetFormat
  ): Promise<{ name: string; type: string; file: Readable }>
}

const STEPS = 60
const TTL_MS = 60_000

const CHALLENGE = {
  id: number,
  title: text,
  ...CATEGORY_ROW,
  solves: number,
  attempts: number,
  first: nullable(number),
  team: nullable(text),
  teamId: nullable(number),
  median: nullable(number),
  working: nullable(number),
  rating: ratingColumn
}

const CHALLENGES = `
  WITH counted AS MATERIALIZED (
    SELECT s.challenge_id, s.solved_at, s.submission_id, t.id AS team_id, t.name,
           CASE WHEN o.opened_at <= s.solved_at THEN s.solved_at - o.opened_at END AS worked
    FROM solves s
    JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted'
    JOIN teams t ON t.id = p.team_id
    LEFT JOIN challenge_openings o ON o.challenge_id = s.challenge_id AND o.participation_id = s.participation_id
    WHERE s.game_id = $1
  ), figures AS (
    SELECT challenge_id, count(*)::int AS solves,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY solved_at) AS median,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY worked) AS worked
    FROM counted GROUP BY 1
  ), firsts AS (
    SELECT DISTINCT ON (challenge_id) challenge_id, solved_at, team_id, name FROM counted
    ORDER BY challenge_id, solved_at, submission_id
  ), late AS (
    SELECT s.challenge_id, count(*)::int AS n FROM ${PRACTISED_SQL} AND s.status <> 'FlagSubmitted' GROUP BY 1
  )
  SELECT c.id, c.title, ${CATEGORY_COLUMNS}, coalesce(f.solves, 0) AS solves, coalesce(k.n, 0) - coalesce(l.n, 0) AS attempts, b.name AS team, b.team_id AS "teamId",
         ${msSql('b.solved_at - g.start_at')} AS first,
         ${msSql('f.median - g.start_at')} AS median,
         ${msSql('f.worked')} AS working, ${RATING_SQL} AS rating
  FROM challenges c
  JOIN games g ON g.id = c.game_id
  LEFT JOIN figures f ON f.challenge_id = c.id
  LEFT JOIN firsts b ON b.challenge_id = c.id
  LEFT JOIN challenge_counts k ON k.challenge_id = c.id
  LEFT JOIN late l ON l.challenge_id = c.id
  WHERE c.game_id = $1 AND c.enabled
  ORDER BY c.title, c.id`

const OVER = `
  SELECT s.challenge_id AS id, width_bucket(extract(epoch FROM s.solved_at)::float8, $2, $3, $4) AS step, count(*)::int AS n
  FROM solves s JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted'
  WHERE s.game_id = $1 GROUP BY 1, 2`

/** Solves of each team on the board by step; one row without a step for a team without a solve. */
const STEPS_OF_TEAMS = `
  SELECT p.id, width_bucket(extract(epoch FROM s.solved_at)::float8, $2, $3, $4) AS step, count(s.solved_at)::int AS n
  FROM participations p
  LEFT JOIN (solves s JOIN challenges c ON c.id = s.challenge_id AND c.enabled) ON s.participation_id = p.id
  WHERE p.game_id = $1 AND p.status = 'Accepted' GROUP BY 1, 2`

const DIVISIONS = `
  SELECT p.division, count(*)::int AS teams, count(*) FILTER (WHERE s.n > 0)::int AS scoring,
         coalesce(sum(s.n), 0)::int AS solves
  FROM participations p
  LEFT JOIN LATERAL (
    SELECT count(*) AS n FROM solves v JOIN challenges c ON c.id = v.challenge_id AND c.enabled
    WHERE v.participation_id = p.id
  ) s ON true
  WHERE p.game_id = $1 AND p.status = 'Accepted'
  GROUP BY p.division ORDER BY p.division NULLS LAST`

const ACTIVITY = `
  SELECT width_bucket(extract(epoch FROM submitted_at)::float8, $2, $3, $4) AS step,
         count(*) FILTER (WHERE status = 'Accepted')::int AS "right",
         count(*) FILTER (WHERE status IN ('WrongAnswer', 'CheatDetected'))::int AS wrong
  FROM submissions
  WHERE game_id = $1 AND submitted_at >= to_timestamp($2) AND submitted_at < to_timestamp($5)
  GROUP BY 1`

/** Leaves out what was before the start; what came after the announced end is in the last step. */
function inSteps<T extends { step: number }>(counted: readonly T[], of: (one: T) => number): number[] {
  const counts = Array.from({ length: STEPS }, () => 0)
  for (const one of counted) if (one.step >= 1) counts[Math.min(one.step, STEPS) - 1]! += of(one)
  return counts
}

/** Solves after the announced end count at the last step, so that the ends of the lines are what teams have. */
function progressOf(
  counted: readonly { id: number; step: number | null; n: number }[],
  challenges: number
): Statistics['progress'] {
  const teams = new Map<number, number[]>()
  for (const { id, step, n } of counted) {
    const steps = teams.get(id) ?? Array.from({ length: STEPS }, () => 0)
    teams.set(id, steps)
    if (step !== null) steps[Math.min(Math.max(step, 1), STEPS) - 1]! += n
  }
  const sums = new Map([...teams.keys()].map((id) => [id, 0]))
  const lines = { best: [] as number[], quarter: [] as number[], half: [] as number[] }
  for (let step = 0; step < STEPS; step++) {
    for (const [id, steps] of teams) sums.set(id, sums.get(id)! + steps[step]!)
    const ascending = Int32Array.from(sums.values()).sort()
    const at = (share: number) => ascending.at(-Math.max(1, Math.ceil(sums.size * share))) ?? 0
    lines.best.push(at(0))
    lines.quarter.push(at(1 / 4))
    lines.half.push(at(1 / 2))
  }
  const solved = Array.from({ length: challenges + 1 }, () => 0)
  for (const sum of sums.values()) solved[Math.min(sum, challenges)]! += 1
  return { ...lines, solved }
}

const sumOf = (values: number[]) => values.reduce((total, value) => total + value, 0)

const categoriesOf = (challenges: readonly RowOf<typeof CHALLENGE>[]): Statistics['categories'] =>
  byCategory(challenges, shownCategory).map(([, group]) => ({
    category: group[0]!.category,
    customCategory: group[0]!.customCategory,
    challenges: group.length,
    unsolved: group.filter(({ solves }) => solves === 0).length,
    solves: sumOf(group.map(({ solves }) => solves)),
    attempts: sumOf(group.map(({ attempts }) => attempts))
  }))

/** Statistics for staff, in the transaction of a caller that has checked the right. */
export async function readStatistics(sql: Sql, game: GameFacts): Promise<Statistics> {
  const { id, start } = game
  // The steps must not tell until when a team with extra time played.
  const end = announcedEnd(game)
  const [from, to, last] = [start, end, game.end].map((time) => time.getTime() / 1000)
  const [found, divisions, activity, over, steps] = await pipelined([
    rows(sql, CHALLENGE, CHALLENGES, [id]),
    rows(sql, { division: nullable(text), teams: number, scoring: number, solves: number }, DIVISIONS, [id]),
    rows(sql, { step: number, right: number, wrong: number }, ACTIVITY, [id, from, to, STEPS, last]),
    rows(sql, { id: number, step: number, n: number }, OVER, [id, from, to, STEPS]),
    rows(sql, { id: number, step: nullable(number), n: number }, STEPS_OF_TEAMS, [id, from, to, STEPS])
  ])
  // As on the board.
  const challenges = found.toSorted((a, b) => compareCategories(shownCategory(a), shownCategory(b)))
  const teams = sumOf(divisions.map((one) => one.teams))
  return {
    teams,
    scoring: sumOf(divisions.map(({ scoring }) => scoring)),
    solves: sumOf(challenges.map(({ solves }) => solves)),
    attempts: sumOf(challenges.map(({ attempts }) => attempts)),
    challenges: challenges.map(({ first, team, teamId, ...one }) => ({
      ...one,
      over: inSteps(
        over.filter((step) => step.id === one.id),
        ({ n }) => n
      ),
      share: teams === 0 ? 0 : one.solves / teams,
      firstBlood:
        first === null || team === null || teamId === null ? null : { id: teamId, team, after: first }
    })),
    categories: categoriesOf(challenges),
    divisions,
    progress: progressOf(steps, challenges.length),
    activity: {
      start: wireTime(start),
      step: (end.getTime() - start.getTime()) / STEPS,
      right: inSteps(activity, ({ right }) => right),
      wrong: inSteps(activity, ({ wrong }) => wrong)
    }
  }
}

/** Players see ratings of games that ask for them, of enough members. */
const forPlayers = (found: Statistics, { feedback }: GameFacts): Statistics => ({
  ...found,
  challenges: found.challenges.map((one) => ({
    ...one,
    rating: feedback ? shownToPlayers(one.rating) : null
  }))
})

interface Needs {
  db: Database
  caches: Caches
  games: GameAccess
}

export function createStatistics({ db, caches, games }: Needs): StatisticsOfGames {
  const kept = caches.create<Statistics>({ ttl: TTL_MS, max: 200 })
  const of: StatisticsOfGames['of'] = async (ctx, gameId) => {
    const game = await games.see(ctx, gameId)
    const isStaff = mayIn(ctx.actor, gameId, 'watch')
    const isOpen = gamePhase(game, ctx.now) === 'ended' && frozenSince(game, ctx.now) === null
    if (!isStaff && !isOpen) throw new AppError('statistics.not_public', 403)
    const found = await kept.through(String(gameId), async () => ({
      value: await readStatistics(db.pool, game),
      tags: [`game:${gameId}`]
    }))
    return isStaff ? found : forPlayers(found, game)
  }
  return {
    of,
    async sheet(ctx, gameId, format) {
      const rows = figuresRows(await of(ctx, gameId))
      return {
        name: `statistics-${gameId}.${format}`,
        type: SHEET_TYPES[format],
        file: sheetFile(format, 'Statistics', rows)
      }
    }
  }
}
