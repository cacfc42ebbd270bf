import { z } from 'zod'
import { TIE_BREAKS } from '~/scoring/rules'
import { paging, wireEnum, wireInstant, wireInt, wireNumber } from '~/server/platform/wire'

export { TIE_BREAKS }

/** Teams or challenges left out at once. */
export const MOST_LEFT_OUT = 500
/** Rows of a board on a page. */
export const BOARD_ROWS = 50
/** Greatest movers each way, and changes of bloods, that are named; all are counted. */
export const MOST_MOVERS = 10
export const MOST_BLOODS = 200

/** `false` and absence leave it off, `true` and what a ticked box sends turn it on. */
const flag = wireEnum(['false', 'true']).transform((given) => given === 'true')
/** Percent with one decimal place. */
const percent = wireNumber(0, 100)

/** Ids as a list, or as one text with commas between them. */
export const idList = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',').filter(Boolean) : given),
    z.array(wireInt(1))
  )
  .refine((all) => all.length <= MOST_LEFT_OUT, 'field.list_too_long')
  .transform((all) => [...new Set(all)])

/** Which rules are to be others (docs/rules/what-if.md#choices). What is absent stays as the game has it. */
export const whatIfChoices = z.object({
  /** Every challenge keeps its original points, whatever the two members below say. */
  static: flag.optional(),
  minRate: wireNumber(0, 1).optional(),
  difficulty: wireNumber(0.01, 100_000).optional(),
  /** No bonus, whatever the three members below say; these are percent of the value. */
  noBonus: flag.optional(),
  first: percent.optional(),
  second: percent.optional(),
  third: percent.optional(),
  /** Participations left out. */
  teams: idList.optional(),
  /** Challenges left out. */
  challenges: idList.optional(),
  /** Only solves sent before count. */
  until: wireInstant.optional(),
  tieBreak: wireEnum(TIE_BREAKS).optional()
})
export type WhatIfChoices = z.infer<typeof whatIfChoices>

/** As the address of the call has them, with the part of the boards that is wanted. */
export const whatIfQuery = whatIfChoices.extend(paging(BOARD_ROWS, 500).shape)

const place = z.object({ rank: z.int(), score: z.int() })

/** A team on one board or both; null where it is not on that board. */
const team = z.object({
  participationId: z.int(),
  name: z.string(),
  before: place.nullable(),
  after: place.nullable()
})
export type WhatIfTeam = z.infer<typeof team>

export const whatIfView = z
  .object({
    /** Entries of the ledger that both boards are folded from. */
    entries: z.int(),
    /** The rules are those of the game. */
    same: z.boolean(),
    /** Teams on each board. */
    teams: z.object({ before: z.int(), after: z.int() }),
    /** Teams with another rank on both boards; the most places up and down; those with another score. */
    moved: z.int(),
    up: z.int(),
    down: z.int(),
    rescored: z.int(),
    /** Most places first, at most ten each. */
    climbers: z.array(team),
    fallers: z.array(team),
    /** Places of bloods that change hands, at most 200 named; null where nobody holds the place. */
    bloodChanges: z.int(),
    bloods: z.array(
      z.object({
        challengeId: z.int(),
        title: z.string(),
        place: z.int(),
        before: z.string().nullable(),
        after: z.string().nullable()
      })
    ),
    /** The same part of both boards, best first. */
    before: z.array(team),
    after: z.array(team)
  })
  .meta({ id: 'WhatIfModel' })
export type WhatIfView = z.infer<typeof whatIfView>
