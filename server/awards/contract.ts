import { z } from 'zod'
import { MAX_POINTS } from '~/server/corrections/contract'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { MAX_AWARDED, MAX_KEY_LENGTH, MAX_REASON_LENGTH } from './constants'

/** Points that a service gives to teams, once for each key (docs/rules/awards.md#giving). */
export const awardsInput = z
  .object({
    /** The caller's own name of this award, unique in the game. */
    key: z
      .string({ error: 'field.required' })
      .max(MAX_KEY_LENGTH, 'field.text_too_long')
      .regex(/^[A-Za-z0-9._:-]+$/, 'award.key_characters'),
    /** The hill; absent or null for points of no challenge. */
    challengeId: wireInt(1)
      .nullish()
      .transform((id) => id ?? null),
    reason: z
      .string({ error: 'field.type_mismatch' })
      .max(MAX_REASON_LENGTH, 'field.text_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
      .default('')
      .transform((text) => text.trim()),
    awards: z
      .array(
        z.object({
          participationId: wireInt(1),
          points: wireInt(-MAX_POINTS, MAX_POINTS).refine((given) => given !== 0, 'field.out_of_range')
        }),
        { error: 'field.required' }
      )
      .min(1, 'field.required')
      .max(MAX_AWARDED, 'field.list_too_long')
      .refine(
        (all) => new Set(all.map(({ participationId }) => participationId)).size === all.length,
        'award.team_twice'
      )
  })
  .refine(({ challengeId, reason }) => challengeId !== null || reason !== '', {
    error: 'field.required',
    path: ['reason']
  })
  .meta({ id: 'AwardsModel' })
export type AwardsInput = z.infer<typeof awardsInput>

/** What a key gave; the same at each repetition. */
export const givenAwards = z
  .object({
    key: z.string(),
    time: wireTimeText,
    challengeId: z.int().nullable(),
    reason: z.string(),
    /** `entry`: its number in the ledger of the game. */
    awards: z.array(z.object({ participationId: z.int(), points: z.int(), entry: z.int() }))
  })
  .meta({ id: 'GivenAwardsModel' })
export type GivenAwards = z.infer<typeof givenAwards>

/** All that services gave a team for a challenge. */
const awardSum = z
  .object({
    /** Null for points of no challenge. */
    challengeId: z.int().nullable(),
    /** Null also for a challenge that is gone or, for players, not open. */
    challenge: z.string().nullable(),
    participationId: z.int(),
    team: z.string(),
    times: z.int(),
    points: z.int(),
    last: wireTimeText
  })
  .meta({ id: 'AwardSumModel' })
export type AwardSum = z.infer<typeof awardSum>

export const awardSums = z
  .object({ total: z.int(), data: z.array(awardSum) })
  .meta({ id: 'AwardSumListModel' })
export type AwardSums = z.infer<typeof awardSums>
