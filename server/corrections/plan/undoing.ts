import { json, nullable, number, oneOf, type RowOf, rows, type Sql } from '~/server/db'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import { type CorrectedGame, diffSolves } from './differences'
import { planRestoredEnds } from './extension'
import { resumeDecay } from './incident'
import { boughtHint, inversePlan, NO_PLAN, type Plan, planShape, RULINGS } from './plan'
import { selectIds } from './planner'

export const ANSWER = {
  id: number,
  challengeId: number,
  status: oneOf(ANSWER_RESULTS),
  ruling: nullable(oneOf(RULINGS))
}
export type Answer = RowOf<typeof ANSWER>
export const ANSWERS =
  'SELECT id, challenge_id AS "challengeId", status, ruling FROM submissions WHERE id = ANY ($1)'

/** Carries the inverse of a plan out on `answers`. @returns the part of it that nothing has changed since */
export function revertAnswers(
  answers: ReadonlyMap<number, Answer>,
  { verdicts, rulings }: Pick<Plan, 'verdicts' | 'rulings'>
): Pick<Plan, 'verdicts' | 'rulings'> {
  const back = {
    verdicts: verdicts.filter(({ submissionId, before }) => answers.get(submissionId)?.status === before),
    rulings: rulings.filter(({ submissionId, before }) => {
      const found = answers.get(submissionId)
      return found !== undefined && found.ruling === before
    })
  }
  for (const { submissionId, after } of back.verdicts) answers.get(submissionId)!.status = after
  for (const { submissionId, after } of back.rulings) answers.get(submissionId)!.ruling = after
  return back
}

/** Whether each answer counts, for `diffSolves`. */
export const countedOf = (answers: readonly Answer[]) =>
  answers.map(({ id, status, ruling }) => ({
    submissionId: id,
    counts: ruling === null ? status === 'Accepted' : ruling === 'granted'
  }))

/** Hints whose price a later correction that stands has given back. */
const RETURNED = `
  SELECT h AS hint FROM corrections c CROSS JOIN jsonb_array_elements(c.plan -> 'hints') h
  WHERE c.game_id = $1 AND c.number > $2 AND c.kind = 'hints' AND c.undone_at IS NULL`

/** Hints of earlier merges that were undone after the correction $2. */
const GONE = `
  SELECT h AS hint FROM corrections d JOIN corrections c ON c.game_id = d.game_id AND c.number < d.number AND c.undone_at > d.at
    CROSS JOIN jsonb_array_elements(c.plan -> 'purchases') h
  WHERE d.game_id = $1 AND d.number = $2 AND c.kind = 'merge'`

type HintOf = Plan['hints'][number]
const keyOf = ({ challengeId, participationId, hint }: HintOf) => `${challengeId} ${participationId} ${hint}`

/**
 * Awards to revert, and hints to pay for again. The price of a hint is given back once: by undoing the merge that brought it, or by a
 * correction of its own.
 */
export async function payingBack(
  sql: Sql,
  gameId: number,
  { number: correction, plan }: { number: number; plan: Plan }
): Promise<Pick<Plan, 'awards' | 'hints'>> {
  const hints = plan.awards.map(({ participationId, hint }, place): HintOf | undefined =>
    hint ? { challengeId: hint.challenge, participationId, hint: hint.id } : plan.hints[place]
  )
  const { awards } = inversePlan(plan)
  if (hints.every((hint) => !hint)) return { awards, hints: [] }
  const text = plan.hints.length > 0 ? GONE : RETURNED
  const settled = await rows(sql, { hint: json(boughtHint) }, text, [gameId, correction])
  const keys = new Set(settled.map(({ hint }) => keyOf(hint)))
  const isOpen = (hint: HintOf | undefined) => !hint || !keys.has(keyOf(hint))
  return { awards: awards.filter((_, place) => isOpen(hints[place])), hints: plan.hints.filter(isOpen) }
}

/** The plan that reverts a correction, except what was changed or deleted since. Solves follow from verdicts and rulings. */
export async function planUndo(
  sql: Sql,
  game: CorrectedGame,
  { number: correction, plan }: { number: number; plan: unknown }
): Promise<Plan> {
  const done = planShape.parse(plan)
  if (done.ends.length > 0) return planRestoredEnds(sql, game, { number: correction, ends: done.ends })
  const { verdicts, rulings } = inversePlan(done)
  const { awards, hints } = await payingBack(sql, game.id, { number: correction, plan: done })
  const participations = awards.map(({ participationId }) => participationId)
  const there = await selectIds(sql, 'SELECT id FROM participations WHERE id = ANY ($1)', participations)
  const mentioned = [...verdicts, ...rulings].map(({ submissionId }) => submissionId)
  const answers = await rows(sql, ANSWER, ANSWERS, [mentioned])
  const back = revertAnswers(new Map(answers.map((one) => [one.id, one])), { verdicts, rulings })
  const counted = countedOf(answers)
  const challenges = [...new Set(answers.map(({ challengeId }) => challengeId))]
  return {
    ...NO_PLAN,
    ...back,
    awards: awards.filter(({ participationId }) => there.has(participationId)),
    decay: await resumeDecay(sql, game.id, correction, done.decay),
    hints,
    purchases: done.purchases,
    solves: await diffSolves(sql, game, challenges, counted)
  }
}
