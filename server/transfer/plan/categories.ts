import { listCategories } from '~/server/categories'
import { CATEGORY_COLORS, CATEGORY_LIMITS } from '~/server/categories/constants'
import { type CategoryInput, categoryInput } from '~/server/categories/contract'
import type { Sql } from '~/server/db'
import { reportLine } from '../report-lines'
import type { Plan, PlannedChallenge } from './plan'

const keyOf = (name: string) => name.toLowerCase()

/** One that a name alone asks for: colours in turn, so that those of one import look different. */
const made = (name: string, place: number): CategoryInput => ({
  name,
  color: CATEGORY_COLORS[(place * 5) % CATEGORY_COLORS.length]!,
  icon: 'Misc',
  standsFor: 'Misc'
})

const noted = (challenge: PlannedChallenge, code: string, params: Record<string, string | number>) => ({
  ...challenge,
  notes: [...challenge.notes, reportLine(code, params)]
})

/**
 * Decides about the categories that challenges name and that are none of the thirteen (docs/rules/challenges.md#categories): one
 * of the game, or a new one as far as the limit goes, else Misc. Challenges in our own format name those of a game that is there:
 * another name is most likely misspelt. `game`: null for a new one.
 */
export async function withCategories(sql: Sql, plan: Plan, game: number | null): Promise<Plan> {
  if (plan.challenges.every(({ own }) => own === null)) return plan
  const known = game === null ? plan.categories : await listCategories(sql, game)
  const all = new Map<string, CategoryInput>(known.map((one) => [keyOf(one.name), one]))
  const categories = [...plan.categories]
  const refused = [...plan.refused]
  const challenges = plan.challenges.flatMap((challenge): PlannedChallenge[] => {
    const { own: said, input, from, silent } = challenge
    if (said === null) return [challenge]
    const { data: name } = categoryInput.shape.name.safeParse(said)
    const found = name === undefined ? undefined : all.get(keyOf(name))
    if (found) return [{ ...challenge, own: found.name, input: { ...input, category: found.standsFor } }]
    if (silent && (game !== null || name === undefined)) {
      const reason = reportLine('invalid', { name: 'category', reason: 'category.not_found' })
      refused.push({ from, title: input.title, reason })
      return []
    }
    const none = { ...challenge, own: null }
    if (name === undefined) return [noted(none, 'category', { name: said })]
    if (all.size >= CATEGORY_LIMITS.listed)
      return [noted(none, 'category_full', { name, most: CATEGORY_LIMITS.listed })]
    const fresh = made(name, all.size)
    all.set(keyOf(name), fresh)
    categories.push(fresh)
    return [noted({ ...challenge, own: name }, 'category_made', { name })]
  })
  return { ...plan, categories, challenges, refused }
}

/** The categories to make: all of a game's archive, else those that something planned is in. */
export function wantedCategories({ kind, categories, challenges, updates }: Plan): CategoryInput[] {
  if (kind === 'Game') return categories
  const named = [...challenges, ...updates.map(({ challenge }) => challenge)]
  const used = new Set(named.map(({ own }) => own && keyOf(own)))
  return categories.filter(({ name }) => used.has(keyOf(name)))
}
