import { z } from 'zod'
import { shownFields } from '~/server/accounts/contract'
import { textField } from '~/server/platform/text-fields'
import { pageSchema, wireInt, wireTimeText } from '~/server/platform/wire'

/** See docs/rules/teams.md#team. */
export const MAX_TEAM_NAME_LENGTH = 50
export const MAX_TEAM_BIO_LENGTH = 72
/** Teams of an account, and members of a team, that a list has; how many there may be has no limit. */
export const TEAM_LIMITS = { ownListed: 1000, membersListed: 1000 } as const

/** Control, format (zero-width, direction), private and unassigned characters, and invisible letters. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u

const teamName = z
  .string({ error: 'field.type_mismatch' })
  .max(10 * MAX_TEAM_NAME_LENGTH, 'field.team_name_too_long')
  .transform((name) => name.normalize('NFKC').trim())
  .pipe(
    z
      .string()
      .max(MAX_TEAM_NAME_LENGTH, 'field.team_name_too_long')
      .refine((name) => !INVISIBLE.test(name), 'field.team_name_characters')
  )

const teamBio = textField(MAX_TEAM_BIO_LENGTH, { tooLong: 'field.team_bio_too_long' })

/** Creating needs a name; updating keeps it when null or empty. In all else null clears, and absent keeps. */
export const teamInput = z
  .object({ name: teamName.nullish(), bio: teamBio.nullish(), ...shownFields })
  .meta({ id: 'TeamUpdateModel' })
export type TeamInput = z.infer<typeof teamInput>

/** The edited version; another one is a conflict. Absent = write anyway. */
export const teamVersion = { version: wireInt(1).optional() }
type Versioned = z.infer<z.ZodObject<typeof teamVersion>>

export type TeamChange = TeamInput & Versioned

/** Null and empty mean unchanged. */
const kept = <T>(value: T | null | undefined) => value || undefined

export const adminTeamInput = z
  .object({
    name: teamName.nullish().transform(kept),
    bio: teamBio.nullish().transform(kept),
    ...shownFields,
    locked: z
      .boolean({ error: 'field.type_mismatch' })
      .nullish()
      .transform((locked) => locked ?? undefined)
  })
  .meta({ id: 'AdminTeamModel' })

/** A form with all fields: an empty field clears, an unsent switch is off. */
export const adminTeamForm = z.object({
  ...teamVersion,
  name: teamName.refine((name) => name !== '', 'team.name_required'),
  bio: teamBio.transform((bio) => bio || null),
  ...shownFields,
  locked: z
    .string()
    .optional()
    .transform((value) => value !== undefined)
})

export interface AdminTeamChange extends Versioned {
  name?: string
  bio?: string | null
  affiliation?: string | null
  website?: string | null
  country?: string | null
  locked?: boolean
}

/** Lower case, as the database writes it. */
export const memberId = z.uuid().toLowerCase()

export const transferInput = z.object({ newCaptainId: memberId }).meta({ id: 'TeamTransferModel' })

const signed = z
  .string({ error: 'field.required' })
  .max(500, 'field.text_too_long')
  .regex(/\S/, 'field.required')

export const signatureInput = z
  .object({ teamToken: signed, publicKey: signed })
  .meta({ id: 'SignatureVerifyModel' })
export type SignatureInput = z.infer<typeof signatureInput>

export const teamHint = z.object({
  hint: textField(10 * MAX_TEAM_NAME_LENGTH, { type: 'field.required' })
    .transform((hint) => hint.normalize('NFKC').trim())
    .refine((hint) => hint !== '', 'field.required')
})

/** A bare JSON string: `{name}:{id}:{32 hex}` (docs/rules/teams.md#invite-code). */
export const inviteCodeInput = z
  .string({ error: 'team.invite_code_malformed' })
  .max(500, 'team.invite_code_malformed')

export const teamMemberView = z
  .object({
    id: z.uuid().nullable(),
    userName: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    captain: z.boolean()
  })
  .meta({ id: 'TeamUserInfoModel' })
export type TeamMemberView = z.infer<typeof teamMemberView>

/** Fields that are not in the contract. */
export const shownView = {
  affiliation: z.string().nullable(),
  website: z.string().nullable(),
  country: z.string().nullable()
}
/** What a team shows besides name, bio and avatar. */
export type ShownFields = z.infer<z.ZodObject<typeof shownView>>

/** The team for everybody. `locked`: effective (docs/rules/teams.md#lock). */
export const teamView = z
  .object({
    id: z.int(),
    name: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    ...shownView,
    locked: z.boolean(),
    /** Captain first, then by time of joining. */
    members: z.array(teamMemberView).nullable()
  })
  .meta({ id: 'TeamInfoModel' })
export type TeamView = z.infer<typeof teamView>

/** `adminLocked`: administrators' own lock; `games`: past and present; `version`: writes of that lock and of what the team shows. */
const adminTeamView = teamView
  .extend({ adminLocked: z.boolean(), games: z.int(), createdAt: wireTimeText, version: z.int() })
  .meta({ id: 'AdminTeamInfoModel' })
export type AdminTeamView = z.infer<typeof adminTeamView>

export const adminTeamPage = pageSchema(adminTeamView)
export type AdminTeamPage = z.infer<typeof adminTeamPage>

export interface TeamDetails {
  teamId: number
  createdAt: string
  games: number
  adminLocked: boolean
  version: number
  /** Games that have not ended. `own`: the reader plays in it. */
  lockedBy: { id: number; title: string; end: string; own: boolean }[]
  /** Right flags by user id; absent without any. */
  solves: Record<string, number>
  /** Ids of members whose page team mates see. */
  pages: string[]
  /** The text of its listing; null: the team takes no requests (docs/rules/teams.md#requests). */
  listing: string | null
}

/** Accounts, notices and ledgers stay. */
export interface TeamRemoval {
  members: number
  games: number
  boards: number
  submissions: number
  solves: number
}
