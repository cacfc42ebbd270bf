import { z } from 'zod'
import { GAME_ROLES } from '~/server/access/constants'
import { emailAddress } from '~/server/accounts/contract'
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
      .pipe(
        z
          .string()
          .min(1, 'staff.who_required')
          .regex(/^[^\0]*$/, 'staff.nobody')
      ),
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
    /** Null when that account is gone, and for who made the game. */
    addedBy: z.string().nullable(),
    /** When the person was last on the platform; null for never, and for who may not change the staff. */
    seenAt: wireTimeText.nullable(),
    /** Whether the account has a second factor; null for who may not change the staff. */
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

/** An open one, as who may change the staff sees it. */
export const staffInvitation = z
  .object({
    id: z.int(),
    role: z.enum(GAME_ROLES),
    /** Null: any account may accept. */
    email: z.string().nullable(),
    /** User name of who made it. */
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
    /** Whether a mail goes to its address, with a link of its own. */
    mailed: z.boolean()
  })
  .meta({ id: 'GameStaffInvitationMade' })
export type MadeStaffInvitation = z.infer<typeof madeStaffInvitation>

/** What the code shows to whoever has it. */
export const shownStaffInvitation = z
  .object({
    /** Title of the game. */
    game: z.string(),
    role: z.enum(GAME_ROLES),
    /** User name of who invited. */
    by: z.string(),
    expires: wireTimeText,
    /** False: it names an address that the caller's account does not have, or nobody is logged in. */
    yours: z.boolean()
  })
  .meta({ id: 'GameStaffInvitationShown' })
export type ShownStaffInvitation = z.infer<typeof shownStaffInvitation>

/** Any other text is the code of no invitation. */
const code = z.string({ error: 'staff.invitation_not_found' }).max(512, 'staff.invitation_not_found')
export const staffCodeParams = z.object({ code })
export const staffCodeInput = z.object({ code }).meta({ id: 'GameStaffAcceptModel' })

/** What an accepted one gave. */
export const acceptedStaffInvitation = z
  .object({
    /** Of the game. */
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
      /** They have a role in this game. */
      already: z.int(),
      /** Banned, or not active. */
      inactive: z.int(),
      /** They play in this game. */
      plays: z.int(),
      /** This game has no more places. */
      limit: z.int(),
      /** They have roles in as many games as an account may. */
      personLimit: z.int()
    })
  })
  .meta({ id: 'GameStaffTakenOver' })
export type TakenOverStaff = z.infer<typeof takenOverStaff>
