import { z } from 'zod'
import { GAME_ROLES } from '~/server/access/constants'
import { emailAddress } from '~/server/accounts/contract'
import { STORABLE } from '~/server/platform/text-fields'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { STAFF_INVITATIONS } from './constants'

const role = z.enum(GAME_ROLES, { error: 'staff.role_unknown' })

export const staffInput = z
  .object({
    /** A user name; for administrators also the address of an account. */
    who: z
      .string({ error: 'staff.who_required' })
      .max(512, 'staff.nobody')
      .transform((who) => who.trim())
      .pipe(z.string().min(1, 'staff.who_required').regex(STORABLE, 'staff.nobody')),
    role
  })
  .meta({ id: 'GameStaffAddModel' })
export type StaffInput = z.infer<typeof staffInput>

export const staffRoleInput = z.object({ role }).meta({ id: 'GameStaffRoleModel' })

export const staffMember = z
  .object({
    userId: z.uuid(),
    userName: z.string(),
    role: z.enum(GAME_ROLES),
    addedAt: wireTimeText,
    /** The account that added the person. Null: deleted, or the person made the game. */
    addedBy: z.string().nullable(),
    /** Last visit. Null: never, or the caller may not change staff. */
    seenAt: wireTimeText.nullable(),
    /** The account has a second factor. Null: the caller may not change staff. */
    factor: z.boolean().nullable()
  })
  .meta({ id: 'GameStaffModel' })
export type StaffMember = z.infer<typeof staffMember>

/** Somebody whose role in the game was taken (docs/rules/game-staff.md#playing). */
export interface FormerStaff {
  userId: string
  userName: string
  removedAt: string
}

/** Works once (docs/rules/game-staff.md#invitations). */
export const staffInvitationInput = z
  .object({
    role,
    /** Only an account with this address may accept; null or absent: any account. */
    email: emailAddress.nullish(),
    /** Until it ends. */
    days: wireInt(1, STAFF_INVITATIONS.days).default(STAFF_INVITATIONS.usualDays)
  })
  .meta({ id: 'GameStaffInvitationModel' })
export type StaffInvitationInput = z.infer<typeof staffInvitationInput>

/** An open invitation, as users who may change the staff see it. */
export const staffInvitation = z
  .object({
    id: z.int(),
    role: z.enum(GAME_ROLES),
    /** Null: any account may accept. */
    email: z.string().nullable(),
    /** User name of its author. */
    by: z.string(),
    created: wireTimeText,
    expires: wireTimeText
  })
  .meta({ id: 'GameStaffInvitation' })
export type StaffInvitation = z.infer<typeof staffInvitation>

/** The only answer with the code. */
export const madeStaffInvitation = z
  .object({
    id: z.int(),
    code: z.string(),
    expires: wireTimeText,
    /** A mail with its own link goes to the address. */
    mailed: z.boolean()
  })
  .meta({ id: 'GameStaffInvitationMade' })
export type MadeStaffInvitation = z.infer<typeof madeStaffInvitation>

/** What every holder of the code sees. */
export const shownStaffInvitation = z
  .object({
    /** Title of the game. */
    game: z.string(),
    role: z.enum(GAME_ROLES),
    /** User name of its author. */
    by: z.string(),
    expires: wireTimeText,
    /** False: the invitation names an address that the caller's account does not have, or the caller is not logged in. */
    yours: z.boolean()
  })
  .meta({ id: 'GameStaffInvitationShown' })
export type ShownStaffInvitation = z.infer<typeof shownStaffInvitation>

/** Any other text is the code of no invitation. */
const code = z.string({ error: 'staff.invitation_not_found' }).max(512, 'staff.invitation_not_found')
export const staffCodeParams = z.object({ code })
export const staffCodeInput = z.object({ code }).meta({ id: 'GameStaffAcceptModel' })

/** The role that the caller got. */
export const acceptedStaffInvitation = z
  .object({
    /** The id of the game. */
    id: z.int(),
    role: z.enum(GAME_ROLES)
  })
  .meta({ id: 'GameStaffAccepted' })
export type AcceptedStaffInvitation = z.infer<typeof acceptedStaffInvitation>

/** Takes the staff of another game over (docs/rules/game-staff.md#another-games-staff). */
export const staffTemplateInput = z
  .object({
    /** The other game. */
    from: wireInt(1)
  })
  .meta({ id: 'GameStaffTakeOverModel' })

/** How many people got a role, and why the others did not. */
export const takenOverStaff = z
  .object({
    added: z.int(),
    skipped: z.object({
      /** The user already has a role in this game. */
      already: z.int(),
      /** Banned, or not active. */
      inactive: z.int(),
      /** The user plays in this game. */
      plays: z.int(),
      /** This game has reached its limit of staff. */
      limit: z.int(),
      /** The user has reached the limit of roles per account. */
      personLimit: z.int()
    })
  })
  .meta({ id: 'GameStaffTakenOver' })
export type TakenOverStaff = z.infer<typeof takenOverStaff>
