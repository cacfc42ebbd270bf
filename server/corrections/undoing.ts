import { nullable, number, oneOf, type RowOf, rows, type Sql } from '~/server/db'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import { type CorrectedGame, differences } from './differences'
import { planRestoredEnds } from './extension'
import { resumeDecay } from './incident'
import { inverse, type Plan, planShape, RULINGS } from './plan'
import { idsIn } from './planner'

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
export function takeBack(
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

/** Whether each answer counts, for `differences`. */
export const countedOf = (answers: readonly Answer[]) =>
  answers.map(({ id, status, ruling }) => ({
    submissionId: id,
    counts: ruling === null ? status === 'Accepted' : ruling === 'granted'
  }))

/** The plan that reverts a correction, except what was changed or deleted since. Solves follow from verdicts and rulings. */
export async function planUndo(
  sql: Sql,
  game: CorrectedGame,
  { number: correction, plan }: { number: number; plan: unknown }
): Promise<Plan> {
  const done = planShape.parse(plan)
  if (done.ends.length > 0) return planRestoredEnds(sql, game, { number: correction, ends: done.ends })
  const { awards, ...given } = inverse(done)
  const participations = awards.map(({ participationId }) => participationId)
  const there = await idsIn(sql, 'SELECT id FROM participations WHERE id = ANY ($1)', participations)
  const mentioned = [...given.verdicts, ...given.rulings].map(({ submissionId }) => submissionId)
  const answers = await rows(sql, ANSWER, ANSWERS, [mentioned])
  const back = takeBack(new Map(answers.map((one) => [one.id, one])), given)
  const counted = countedOf(answers)
  const challenges = [...new Set(answers.map(({ challengeId }) => challengeId))]
  return {
    ...back,
    awards: awards.filter(({ participationId }) => there.has(participationId)),
    decay: await resumeDecay(sql, game.id, correction, done.decay),
    hints: done.hints,
    purchases: done.purchases,
    ends: [],
    solves: await differences(sql, game, challenges, counted)
  }
}
