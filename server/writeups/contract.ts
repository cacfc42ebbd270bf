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
    url: z.string().nullable(),
    /** The captain lets everybody read it once the game is over. Not in the contract. */
    consent: z.boolean(),
    /** Staff have chosen it. Not in the contract. */
    published: z.boolean(),
    /** The caller leads the team. Not in the contract. */
    captain: z.boolean()
  })
  .meta({ id: 'BasicWriteupInfoModel' })
export type WriteupState = z.infer<typeof writeupState>

export const writeupInfo = z
  .object({
    id: z.int(),
    team: teamView,
    url: z.string(),
    uploadTimeUtc: wireTimeText,
    fileSize: z.int(),
    /** Not in the contract. */
    consent: z.boolean(),
    published: z.boolean()
  })
  .meta({ id: 'WriteupInfoModel' })
export type WriteupInfo = z.infer<typeof writeupInfo>

const yes = z.boolean({ error: 'field.type_mismatch' })
export const writeupConsent = z.object({ consent: yes }).meta({ id: 'WriteupConsentModel' })
export const writeupPublishing = z.object({ published: yes }).meta({ id: 'WriteupPublishingModel' })
