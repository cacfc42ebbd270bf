import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { wireEnum, wireInt } from '~/server/platform/wire'
import { SOLVER_LIMITS } from './constants'

/** Upper case, so that none is a word of a file format. */
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,63}$/

const environment = z
  .record(z.string().regex(VARIABLE, 'solver.variable'), textField(SOLVER_LIMITS.argument), {
    error: 'field.type_mismatch'
  })
  .refine((given) => Object.keys(given).length <= SOLVER_LIMITS.variables, 'field.list_too_long')

/** A program that proves that a challenge can be solved (docs/rules/solve-checks.md#solver). Not in the contract. */
export const solver = z.strictObject({
  image: textField(512)
    .transform((image) => image.trim())
    .pipe(z.string().min(1, 'field.required')),
  /** Words, run without a shell; null = the image's own. */
  command: z
    .array(textField(SOLVER_LIMITS.argument), { error: 'field.type_mismatch' })
    .max(SOLVER_LIMITS.words, 'field.list_too_long')
    .transform((words) => (words.length > 0 ? words : null))
    .nullable()
    .default(null),
  environment: environment.default({}),
  /** Seconds. */
  timeout: wireInt(1, SOLVER_LIMITS.timeout).default(60),
  /** Minutes between two checks while the game runs; null = only by hand. */
  every: wireInt(SOLVER_LIMITS.every.least, SOLVER_LIMITS.every.most).nullable().default(null),
  /** MiB. */
  memoryLimit: wireInt(32, 4096).default(256),
  /** What the solver can reach if the challenge has no container. */
  egress: wireEnum(['none', 'internet']).default('none')
})
export type Solver = z.infer<typeof solver>

/** The answer has every member. */
export const solverView = solver.meta({ id: 'SolveCheckSolverModel' })
