import { isRight } from '~/server/challenges/contract'
import { nullable, number, oneOf, row, rows, type Sql, text } from '~/server/db'
import { endOf } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import type { CorrectionInput } from '../contract'
import { type CorrectedGame, diffSolves } from './differences'
import { planExtension } from './extension'
import { stopDecay } from './incident'
import { NO_PLAN, type Plan, RULINGS } from './plan'

type Of<Kind> = Extract<CorrectionInput, { kind: Kind }>

type Rulings = Plan['rulings']

/**
 * Answers that the present flags judge otherwise, compared as the judge does (docs/rules/flags.md#verdicts); what a
 * checker decided stays. Leaves unjudged ones to the judge, and those without text, which stand for solves that staff gave.
 */
const VERDICTS = `
  WITH answers AS MATERIALIZED (
    SELECT s.id, s.challenge_id, s.participation_id, s.answer, s.status, s.ruling, c.type LIKE 'Dynamic%' AS dynamic
    FROM submissions s JOIN challenges c ON c.id = s.challenge_id AND c.game_id = s.game_id
    WHERE s.game_id = $1 AND s.challenge_id = ANY ($2) AND s.status IN ('Accepted', 'WrongAnswer', 'CheatDetected')
      AND s.answer <> ''
  ), compared AS MATERIALIZED (
    SELECT a.*,
           ${isRight({
             ...{ challenge: 'a.challenge_id', dynamic: 'a.dynamic', answer: 'a.answer', submission: 'a.id' },
             own: `(SELECT o.flag FROM team_flags o
               WHERE o.challenge_id = a.challenge_id AND o.participation_id = a.participation_id)`
           })} AS is_right,
           CASE WHEN a.dynamic THEN (
             SELECT o.participation_id FROM team_flags o
             WHERE o.challenge_id = a.challenge_id AND o.flag = a.answer AND o.participation_id <> a.participation_id
           ) END AS source_id
    FROM answers a
  ), verdicts AS (
    SELECT id AS "submissionId", status AS before,
           CASE WHEN is_right THEN 'Accepted' WHEN source_id IS NOT NULL THEN 'CheatDetected' ELSE 'WrongAnswer' END
             AS after,
           CASE WHEN is_right IS NOT TRUE THEN source_id END AS "sourceId", ruling
    FROM compared
  )
  SELECT * FROM verdicts WHERE before <> after ORDER BY 1`

const VERDICT = {
  submissionId: number,
  before: oneOf(ANSWER_RESULTS),
  after: oneOf(ANSWER_RESULTS),
  sourceId: nullable(number),
  ruling: nullable(oneOf(RULINGS))
}

async function rejudging(sql: Sql, game: CorrectedGame, { challengeIds }: Of<'rejudge'>): Promise<Plan> {
  await needChallenges(sql, game.id, challengeIds)
  const found = await rows(sql, VERDICT, VERDICTS, [game.id, challengeIds])
  const verdicts = found.map(({ ruling: _, ...verdict }) => verdict)
  const counted = found.flatMap(({ submissionId, after, ruling }) =>
    ruling === null ? [{ submissionId, counts: after === 'Accepted' }] : []
  )
  return { ...NO_PLAN, verdicts, solves: await diffSolves(sql, game, challengeIds, counted) }
}

const RULED = { submissionId: number, before: nullable(oneOf(RULINGS)) }

async function voiding(sql: Sql, game: CorrectedGame, input: Of<'void'>): Promise<Plan> {
  const { challengeId, participationIds = null, from, to } = input
  await needChallenges(sql, game.id, [challengeId])
  if (participationIds) await needParticipations(sql, game.id, participationIds)
  if (from && to && from >= to) throw new AppError('correction.times', 400, { extra: { field: 'to' } })
  return withoutAnswers(sql, game, { challengeIds: [challengeId], participationIds, from, to })
}

/** Revokes solves. @throws AppError `challenge.not_found`, `participation.not_found` 404 */
export async function planVoids(
  sql: Sql,
  game: CorrectedGame,
  challengeIds: number[],
  participationIds: number[]
): Promise<Plan> {
  await needChallenges(sql, game.id, challengeIds)
  await needParticipations(sql, game.id, participationIds)
  return withoutAnswers(sql, game, { challengeIds, participationIds })
}

interface Answers {
  challengeIds: number[]
  /** Null for all. */
  participationIds: number[] | null
  from?: Date
  to?: Date
}

/** Voids right answers. */
async function withoutAnswers(sql: Sql, game: CorrectedGame, answers: Answers): Promise<Plan> {
  const { challengeIds, participationIds, from, to } = answers
  // All right answers, because a repeated one would replace the first.
  const ruled = await rows(
    sql,
    RULED,
    `SELECT id AS "submissionId", ruling AS before FROM submissions
     WHERE game_id = $1 AND challenge_id = ANY ($2) AND ($3::int[] IS NULL OR participation_id = ANY ($3))
       AND submitted_at >= coalesce($4, '-infinity'::timestamptz) AND submitted_at < coalesce($5, 'infinity'::timestamptz)
       AND status = 'Accepted' AND ruling IS DISTINCT FROM 'voided' ORDER BY id`,
    [game.id, challengeIds, participationIds, from ?? null, to ?? null]
  )
  const rulings: Rulings = ruled.map((one) => ({ ...one, after: 'voided' }))
  const counted = rulings.map(({ submissionId }) => ({ submissionId, counts: false }))
  return { ...NO_PLAN, rulings, solves: await diffSolves(sql, game, challengeIds, counted) }
}

async function afterIncident(sql: Sql, game: CorrectedGame, input: Of<'incident'>): Promise<Plan> {
  const { from, to } = input
  if (from >= to) throw new AppError('correction.times', 400, { extra: { field: 'to' } })
  if (from < game.start || from >= game.end)
    throw new AppError('correction.outside_game', 400, { extra: { field: 'from' } })
  if (to > game.now) throw new AppError('correction.outside_game', 400, { extra: { field: 'to' } })
  if (input.challengeIds) await needChallenges(sql, game.id, input.challengeIds)
  const challengeIds = input.challengeIds ?? (await challengesOf(sql, game.id))
  const plan =
    input.solves === 'void'
      ? await withoutAnswers(sql, game, { challengeIds, participationIds: null, from, to })
      : NO_PLAN
  if (input.decay === 'run') return plan
  return { ...plan, decay: await stopDecay(sql, game.id, challengeIds, [from.getTime(), to.getTime()]) }
}

async function challengesOf(sql: Sql, gameId: number): Promise<number[]> {
  const found = await rows(sql, { id: number }, 'SELECT id FROM challenges WHERE game_id = $1 ORDER BY id', [
    gameId
  ])
  return found.map(({ id }) => id)
}

/** The end of the game for the first of the teams to end. */
async function earliestEnd(sql: Sql, game: CorrectedGame, participationIds: number[]): Promise<Date> {
  const found = await rows(
    sql,
    { division: nullable(text), extraMs: number },
    'SELECT DISTINCT division, extra_ms AS "extraMs" FROM participations WHERE id = ANY ($1)',
    [participationIds]
  )
  return new Date(Math.min(...found.map((team) => endOf(game, team).getTime())))
}

async function granting(sql: Sql, game: CorrectedGame, input: Of<'solve'>): Promise<Plan> {
  const { challengeId, participationIds } = input
  await needChallenges(sql, game.id, [challengeId])
  await needParticipations(sql, game.id, participationIds)
  const end = await earliestEnd(sql, game, participationIds)
  const at = input.at ?? new Date(Math.min(game.now.getTime(), end.getTime() - 1))
  if (at < game.start || at >= end || at > game.now)
    throw new AppError('correction.outside_game', 400, { extra: { field: 'at' } })
  const solved = await row(
    sql,
    { n: number },
    'SELECT count(*) AS n FROM solves WHERE challenge_id = $1 AND participation_id = ANY ($2)',
    [challengeId, participationIds]
  )
  if (solved!.n > 0) throw new AppError('correction.solved', 400, { extra: { field: 'participationIds' } })
  const after = { submissionId: null, at: at.getTime(), userId: null }
  return {
    ...NO_PLAN,
    solves: participationIds.map((participationId) => ({ participationId, challengeId, before: null, after }))
  }
}

async function awarding(
  sql: Sql,
  game: CorrectedGame,
  { participationIds, points }: Of<'award'>
): Promise<Plan> {
  await needParticipations(sql, game.id, participationIds)
  return { ...NO_PLAN, awards: participationIds.map((participationId) => ({ participationId, points })) }
}

const BOUGHT = { participationId: number, hint: number, cost: number }

/** Returns points of hints; their texts stay readable. */
async function returning(sql: Sql, game: CorrectedGame, input: Of<'hints'>): Promise<Plan> {
  const { challengeId, participationIds = null } = input
  await needChallenges(sql, game.id, [challengeId])
  if (participationIds) await needParticipations(sql, game.id, participationIds)
  const bought = await rows(
    sql,
    BOUGHT,
    `SELECT participation_id AS "participationId", hint, cost FROM hint_purchases
     WHERE challenge_id = $1 AND ($2::int[] IS NULL OR participation_id = ANY ($2)) AND returned_by IS NULL
     ORDER BY participation_id, hint`,
    [challengeId, participationIds]
  )
  return {
    ...NO_PLAN,
    awards: bought.map(({ participationId, cost }) => ({ participationId, points: cost })),
    hints: bought.map(({ participationId, hint }) => ({ challengeId, participationId, hint }))
  }
}

/**
 * Writes nothing. @throws `challenge.not_found`, `participation.not_found` 404; `correction.times`, `.outside_game`,
 * `.solved` 400
 */
export function planCorrection(sql: Sql, game: CorrectedGame, input: CorrectionInput): Promise<Plan> {
  switch (input.kind) {
    case 'award':
      return awarding(sql, game, input)
    case 'solve':
      return granting(sql, game, input)
    case 'void':
      return voiding(sql, game, input)
    case 'rejudge':
      return rejudging(sql, game, input)
    case 'hints':
      return returning(sql, game, input)
    case 'incident':
      return afterIncident(sql, game, input)
    case 'extension':
      return planExtension(sql, game, input)
  }
}

/** Judged answers keep their verdicts. */
export const planWindow = async (sql: Sql, game: CorrectedGame): Promise<Plan> => ({
  ...NO_PLAN,
  solves: await diffSolves(sql, game, null, [])
})

/** SQL `text` selects some of `ids`: $1 is `ids`, $2 and on are `more`. */
export async function selectIds(
  sql: Sql,
  text: string,
  ids: readonly number[],
  ...more: number[]
): Promise<Set<number>> {
  const found = await rows(sql, { id: number }, text, [[...new Set(ids)], ...more])
  return new Set(found.map(({ id }) => id))
}

async function needChallenges(sql: Sql, gameId: number, ids: readonly number[]): Promise<void> {
  const found = await selectIds(
    sql,
    'SELECT id FROM challenges WHERE id = ANY ($1) AND game_id = $2',
    ids,
    gameId
  )
  if (found.size !== ids.length) throw new AppError('challenge.not_found', 404)
}

async function needParticipations(sql: Sql, gameId: number, ids: readonly number[]): Promise<void> {
  const found = await selectIds(
    sql,
    'SELECT id FROM participations WHERE id = ANY ($1) AND game_id = $2',
    ids,
    gameId
  )
  if (found.size !== ids.length) throw new AppError('participation.not_found', 404)
}
