import { z } from 'zod'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { MAX_INVITATION_HOURS } from './constants'

/** An invitation that neither ends nor works once is what the invite code is (docs/rules/teams.md#invitations). */
export const invitationInput = z
  .object({
    /** Until it ends; null: when it was used. */
    hours: wireInt(1, MAX_INVITATION_HOURS).nullable(),
    once: z.boolean({ error: 'field.type_mismatch' })
  })
  .refine(({ hours, once }) => hours !== null || once, { error: 'team.invitation_endless', path: ['hours'] })
  .meta({ id: 'TeamInvitationModel' })
export type InvitationInput = z.infer<typeof invitationInput>

export const teamInvitation = z
  .object({
    id: z.int(),
    /** User name of the captain who made it; null for a deleted account. */
    by: z.string().nullable(),
    created: wireTimeText,
    /** Null: it ends when it was used. */
    expires: wireTimeText.nullable(),
    once: z.boolean(),
    uses: z.int(),
    /** User names of the last 20 who joined by it and still exist, the last first. */
    usedBy: z.array(z.string())
  })
  .meta({ id: 'TeamInvitation' })
export type TeamInvitation = z.infer<typeof teamInvitation>

/** The only answer with the code, which is used like the team's invite code. */
export const madeInvitation = z
  .object({ id: z.int(), code: z.string(), expires: wireTimeText.nullable() })
  .meta({ id: 'TeamInvitationMade' })
export type MadeInvitation = z.infer<typeof madeInvitation>
