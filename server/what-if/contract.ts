import { z } from 'zod'
import { TIE_BREAKS } from '~/scoring/rules'
import { pagingQuery, wireEnum, wireInstant, wireInt, wireNumber } from '~/server/platform/wire'

export { TIE_BREAKS }

export const MAX_LEFT_OUT = 500
export const BOARD_ROWS = 50
/** Listed movers each way and changed bloods; all are counted. */
export const MAX_MOVERS = 10
export const MAX_BLOODS = 200

const flag = wireEnum(['false', 'true']).transform((given) => given === 'true')
const percent = wireNumber(0, 100)

const idList = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',').filter(Boolean) : given),
    z.array(wireInt(1))
  )
  .refine((all) => all.length <= MAX_LEFT_OUT, 'field.list_too_long')
  .transform((all) => [...new Set(all)])

/** Absent = the game's own rule (docs/rules/what-if.md#choices). */
export const whatIfChoices = z.object({
  /** Overrides the two members below. */
  static: flag.optional(),
  minRate: wireNumber(0, 1).optional(),
  difficulty: wireNumber(0.01, 100_000).optional(),
  /** Overrides the three members below, which are percent of the value. */
  noBonus: flag.optional(),
  first: percent.optional(),
  second: percent.optional(),
  third: percent.optional(),
  teams: idList.optional(),
  challenges: idList.optional(),
  /** Counts only earlier solves. */
  until: wireInstant.optional(),
  tieBreak: wireEnum(TIE_BREAKS).optional()
})
export type WhatIfChoices = z.infer<typeof whatIfChoices>

export const whatIfQuery = whatIfChoices.extend(pagingQuery(BOARD_ROWS, 500).shape)

const place = z.object({ rank: z.int(), score: z.int() })

/** Null where it is not on the board. */
const team = z.object({
  participationId: z.int(),
  name: z.string(),
  before: place.nullable(),
  after: place.nullable()
})
export type WhatIfTeam = z.infer<typeof team>

export const whatIfView = z
  .object({
    entries: z.int(),
    same: z.boolean(),
    teams: z.object({ before: z.int(), after: z.int() }),
    moved: z.int(),
    up: z.int(),
    down: z.int(),
    rescored: z.int(),
    /** Most places first, at most ten. */
    climbers: z.array(team),
    fallers: z.array(team),
    /** Number of changed bloods; at most 200 are listed. `before` and `after` are null for an empty place. */
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
    before: z.array(team),
    after: z.array(team)
  })
  .meta({ id: 'WhatIfModel' })
export type WhatIfView = z.infer<typeof whatIfView>
