import { z } from 'zod'
import { CHALLENGE_LIMITS } from '../contract'
import { text } from '../fields'

/** How far a pool of flags goes. */
export interface PoolStock {
  flags: number
  /** Flags that teams have. */
  drawn: number
  /** Accepted teams of the game. */
  teams: number
}

/** What a flag template gives. */
const flagSamples = z.object({
  /** Code of what is wrong with it; null = usable. */
  fault: z.string().nullable(),
  /** Bits of leet choice, and how many a template without hash and GUID needs. */
  bits: z.number(),
  least: z.number(),
  /** Made anew each time, by participation; `team` null where the game has none yet. */
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
  template: text(CHALLENGE_LIMITS.template, 'field.flag_too_long').default('')
})
