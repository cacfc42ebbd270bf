import { rows, type Sql, text } from '~/server/db'
import { line } from './lines'
import type { Plan } from './plan'

/** The plan for a game that is there, with a reason for each challenge whose title it has already. */
export async function withoutKnown(sql: Sql, plan: Plan, game: number): Promise<Plan> {
  const found = await rows(sql, { title: text }, 'SELECT title FROM challenges WHERE game_id = $1', [game])
  const known = new Set(found.map(({ title }) => title))
  const there = plan.challenges.filter(({ input }) => known.has(input.title.trim()))
  const left = there.map(({ from, input }) => ({ from, title: input.title, reason: line('is_there') }))
  return {
    ...plan,
    challenges: plan.challenges.filter((one) => !there.includes(one)),
    refused: [...plan.refused, ...left]
  }
}
