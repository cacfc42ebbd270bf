import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'
import { teamView } from '~/server/teams/contract'

/** The state of the caller's team. */
export const writeupState = z
  .object({
    submitted: z.boolean(),
    /** '#' when there is none. */
    name: z.string(),
    /** Bytes, 0 when there is none. */
    fileSize: z.int(),
    /** Instructions of the game, Markdown. */
    note: z.string(),
    /** When it was uploaded; null when there is none. Not in the contract. */
    uploadedAt: wireTimeText.nullable(),
    /** Where its team reads it; null when there is none. Not in the contract. */
    url: z.string().nullable()
  })
  .meta({ id: 'BasicWriteupInfoModel' })
export type WriteupState = z.infer<typeof writeupState>

/** A writeup for those who read them all. */
export const writeupInfo = z
  .object({
    /** Of the participation. */
    id: z.int(),
    /** Without its members. */
    team: teamView,
    url: z.string(),
    uploadTimeUtc: wireTimeText,
    /** Bytes. Not in the contract. */
    fileSize: z.int()
  })
  .meta({ id: 'WriteupInfoModel' })
export type WriteupInfo = z.infer<typeof writeupInfo>
