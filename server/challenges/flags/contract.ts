import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { CHALLENGE_LIMITS } from '../contract'

export interface PoolStock {
  flags: number
  drawn: number
  teams: number
}

const flagSamples = z.object({
  /** Code of the fault; null = usable. */
  fault: z.string().nullable(),
  /** Bits of leet choice, and the least for a template without hash and GUID. */
  bits: z.number(),
  least: z.number(),
  /** New each time; `id` is a participation, `team` null while the game has none. */
  samples: z.array(z.object({ id: z.int(), team: z.string().nullable(), flag: z.string() }))
})
export type FlagSamples = z.infer<typeof flagSamples>

/** A flag of a pool, and the decoy that its file holds; null = none. */
export interface PoolDecoy {
  flag: string
  decoy: string | null
}

/** A template to try. */
export const sampleQuery = z.object({
  template: textField(CHALLENGE_LIMITS.template, { tooLong: 'field.flag_too_long' }).default('')
})
