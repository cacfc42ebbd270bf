import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'
import { teamView } from '~/server/teams/contract'

export const writeupState = z
  .object({
    submitted: z.boolean(),
    /** '#' without a writeup. */
    name: z.string(),
    fileSize: z.int(),
    note: z.string(),
    uploadedAt: wireTimeText.nullable(),
    /** Null without a writeup. Not in the contract. */
    url: z.string().nullable()
  })
  .meta({ id: 'BasicWriteupInfoModel' })
export type WriteupState = z.infer<typeof writeupState>

export const writeupInfo = z
  .object({
    id: z.int(),
    team: teamView,
    url: z.string(),
    uploadTimeUtc: wireTimeText,
    fileSize: z.int()
  })
  .meta({ id: 'WriteupInfoModel' })
export type WriteupInfo = z.infer<typeof writeupInfo>
