import { z } from 'zod'
import { customCategory } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import { rating } from '~/server/feedback/contract'

/** A team's writeup that everybody may read. */
const publicWriteup = z
  .object({ team: z.object({ id: z.int(), name: z.string() }), url: z.string(), fileSize: z.int() })
  .meta({ id: 'PublicWriteupModel' })
export type PublicWriteup = z.infer<typeof publicWriteup>

const challenge = {
  id: z.int(),
  title: z.string(),
  category: z.enum(CHALLENGE_CATEGORIES),
  /** The category of the game, which `category` stands for; null without one. */
  customCategory: customCategory.nullable(),
  /** Null where the game asks for none, and of few (docs/rules/challenges.md#feedback). */
  rating: rating.nullable()
}

/** `solution`: whether one is published. */
export const solutionList = z
  .object({
    challenges: z.array(z.object({ ...challenge, solution: z.boolean() })),
    writeups: z.array(publicWriteup)
  })
  .meta({ id: 'SolutionList' })
export type SolutionList = z.infer<typeof solutionList>

/** `solution`: Markdown; null while none is published. `writeups`: of teams that solved it. */
export const solutionView = z
  .object({ ...challenge, solution: z.string().nullable(), writeups: z.array(publicWriteup) })
  .meta({ id: 'SolutionModel' })
export type SolutionView = z.infer<typeof solutionView>
