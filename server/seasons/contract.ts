import { z } from 'zod'
import { requiredText } from '~/server/platform/text-fields'
import { pagingQuery, toNumber, wireInt, wireTimeText } from '~/server/platform/wire'
import { FORMULAS, PLACE_POINTS, SEASON_LIMITS } from './constants'

const { title, places, placePoints, games, weight, rows } = SEASON_LIMITS

/** The same message for a value that is not a number and for one that is out of range. */
const NO_PLACE = 'season.places_number'
const placeValue = z.preprocess(toNumber, z.int(NO_PLACE).min(0, NO_PLACE).max(placePoints, NO_PLACE))
const NO_WEIGHT = 'season.weight_number'

const points = z
  .array(placeValue, { error: 'field.type_mismatch' })
  .min(1, 'season.places_empty')
  .max(places, 'season.places_too_long')
  // A place never gets more than a better one.
  .refine(
    (table) => table.every((one, index) => index === 0 || one <= table[index - 1]!),
    'season.places_order'
  )

/** How many games of a team count; null: all. */
const best = z.preprocess(
  toNumber,
  z.int('field.number_required').min(1, 'field.out_of_range').max(games, 'field.out_of_range').nullable()
)

export const seasonInput = z.object({
  title: requiredText(title, 'field.title_required').transform((text) => text.trim()),
  formula: z.enum(FORMULAS, { error: 'season.formula_unknown' }),
  placePoints: points,
  best
})
export type SeasonInput = z.infer<typeof seasonInput>

/** In a call, the table and the number of games may be missing. */
export const seasonCreate = seasonInput
  .extend({ placePoints: points.default([...PLACE_POINTS]), best: best.default(null) })
  .meta({ id: 'SeasonCreateModel' })

/** `version`: the edited one; absent: write anyway. */
export const seasonUpdate = seasonInput
  .extend({ version: wireInt(1).optional() })
  .meta({ id: 'SeasonUpdateModel' })
export type SeasonUpdate = z.infer<typeof seasonUpdate>

/** A weight with two decimals. */
export const seasonWeight = z.preprocess(
  toNumber,
  z
    .number(NO_WEIGHT)
    .min(0.01, NO_WEIGHT)
    .max(weight, NO_WEIGHT)
    .refine((given) => Math.abs(given * 100 - Math.round(given * 100)) < 1e-6, 'season.weight_decimals')
)

export const seasonGameInput = z
  .object({ weight: seasonWeight.default(1) })
  .meta({ id: 'SeasonGameUpdateModel' })

export const seasonPart = pagingQuery(rows, rows)
export type SeasonPart = z.infer<typeof seasonPart>

const seasonGame = z.object({
  id: z.int(),
  title: z.string(),
  start: wireTimeText,
  /** The end for the last team. */
  end: wireTimeText,
  weight: z.number(),
  /** The standing contains its results. */
  counted: z.boolean()
})

const seasonResult = z.object({
  game: z.int(),
  place: z.int(),
  score: z.int(),
  points: z.number(),
  /** Among the games of the team that count. */
  counted: z.boolean()
})

const seasonTeam = z.object({
  place: z.int(),
  team: z.object({ id: z.int(), name: z.string() }),
  points: z.number(),
  results: z.array(seasonResult)
})
export type SeasonTeam = z.infer<typeof seasonTeam>

const seasonHead = {
  id: z.int(),
  title: z.string(),
  formula: z.enum(FORMULAS),
  placePoints: z.array(z.int()),
  best: z.int().nullable()
}

/** A part of a season's standing; points have up to three decimals. */
export const seasonView = z
  .object({
    ...seasonHead,
    /** Games in the order of their starts. */
    games: z.array(seasonGame),
    /** Something changed that is not in the standing yet. */
    pending: z.boolean(),
    data: z.array(seasonTeam),
    length: z.int(),
    total: z.int()
  })
  .meta({ id: 'SeasonModel' })
export type SeasonView = z.infer<typeof seasonView>

/** A season in links; only with games that everybody may see. */
export interface SeasonLink {
  id: number
  title: string
  games: number[]
}

/** For administrators: `state` tells why a game's results are in the standing or not. */
export const GAME_STATES_IN_SEASON = ['counted', 'pending', 'hidden', 'open'] as const
export const seasonEdit = z
  .object({
    ...seasonHead,
    version: z.int(),
    /** Games in the order of their starts, with hidden ones. */
    games: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        weight: z.number(),
        state: z.enum(GAME_STATES_IN_SEASON)
      })
    ),
    /** Number of teams in the standing. */
    teams: z.int()
  })
  .meta({ id: 'SeasonEditModel' })
export type SeasonEdit = z.infer<typeof seasonEdit>

/** `games`, `teams`: how many. */
export const seasonRow = z
  .object({ id: z.int(), title: z.string(), formula: z.enum(FORMULAS), games: z.int(), teams: z.int() })
  .meta({ id: 'SeasonRowModel' })
export type SeasonRow = z.infer<typeof seasonRow>
