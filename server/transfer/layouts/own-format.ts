import { z } from 'zod'
import { CATEGORY_LIMITS } from '~/server/categories/constants'
import { CHALLENGE_LIMITS, challengeInput, challengeUpdate } from '~/server/challenges/contract'
import { MAX_PRICED } from '~/server/hints/constants'
import { pricedHint } from '~/server/hints/contract'
import { MAX_REQUIRED } from '~/server/requirements/constants'
import { TRANSFER_LIMITS } from '../contract'

/** The member by which a challenge's own file says that it is in our format, and its only version. */
export const OWN_MARK = 'halyard'
export const OWN_VERSION = '1'

/** Paths that one challenge may name. */
const MAX_FILES = 1000

/** A path below the challenge's folder, or an address. */
const path = z.string().min(1, 'field.required').max(TRANSFER_LIMITS.path, 'field.text_too_long')
const flag = z.string().regex(/\S/, 'field.flag_required').max(CHALLENGE_LIMITS.flag, 'field.flag_too_long')

/**
 * Columns of the call that changes a challenge, without actions on existing challenges, and without what updates do not compare:
 * times of one game and decoys.
 */
const columns = challengeUpdate.omit({
  title: true,
  category: true,
  customCategoryId: true,
  isEnabled: true,
  requires: true,
  pricedHints: true,
  releaseAt: true,
  closesAt: true,
  decoy: true,
  announce: true,
  version: true
}).shape

/**
 * A challenge's own file in our format (docs/challenges-as-code.md#the-format). What is absent stays as it is on the
 * platform; a member that is unknown is a fault, as it is most likely misspelt.
 */
export const ownChallenge = z
  .strictObject(
    {
      [OWN_MARK]: z
        .literal(OWN_VERSION, { error: 'field.type_mismatch' })
        .meta({ description: 'The format, 1.' }),
      title: challengeInput.shape.title,
      /** One of the thirteen, or the name of a category of the game. */
      category: z.union([challengeInput.shape.category, z.string().min(1).max(CATEGORY_LIMITS.name)], {
        error: 'field.type_mismatch'
      }),
      type: challengeInput.shape.type,
      ...columns,
      /** Hints that cost points or have a time; they keep their ids by their texts. */
      pricedHints: z
        .array(z.strictObject(pricedHint.omit({ id: true }).shape), { error: 'field.type_mismatch' })
        .max(MAX_PRICED, 'field.list_too_long')
        .optional(),
      /** Titles of others in the same tree that a team has to solve first. */
      requires: z.array(z.string()).max(MAX_REQUIRED, 'field.out_of_range').optional(),
      /** Texts; those of dynamic attachments each with the file that its team gets. */
      flags: z
        .array(z.union([flag, z.strictObject({ flag, file: path })], { error: 'field.type_mismatch' }))
        .max(CHALLENGE_LIMITS.flags, 'field.out_of_range')
        .optional(),
      /** Files for all players, each as it is; folders, and more than 20 files, become one ZIP. Or addresses. */
      files: z.array(path).max(MAX_FILES, 'field.out_of_range').optional()
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? 'field.unknown' : 'field.type_mismatch') }
  )
  .meta({ title: 'A challenge of Halyard' })
export type OwnChallenge = z.infer<typeof ownChallenge>
