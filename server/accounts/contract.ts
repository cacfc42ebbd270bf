import { z } from 'zod'
import { ROLES } from '~/server/access/contract'
import { textField } from '~/server/platform/text-fields'
import { PAGE_VISIBILITIES } from './constants'
import { shownFields } from './shown-fields'

export { isWebsite, shownFields } from './shown-fields'

export const REGISTER_STATES = ['LoggedIn', 'AdminConfirmationRequired', 'EmailConfirmationRequired'] as const
export type RegisterStatus = (typeof REGISTER_STATES)[number]

export const SESSION_COOKIE = 'halyard_session'

const captcha = { challenge: z.string().max(4096, 'captcha.failed').nullish() }

const MAX_PASSWORD_LENGTH = 256
const MAX_ADDRESS_LENGTH = 254

const filled = (code: string, max: number) => textField(max, { type: code }).regex(/\S/, code)

const about = (max: number, code: string) => textField(max, { tooLong: code }).nullish()

export const userName = z
  .string({ error: 'field.user_name_required' })
  // First, because the checks below take time in proportion to the length.
  .max(1000, 'field.user_name_too_long')
  .transform((name) => name.normalize('NFKC').trim())
  .pipe(
    z
      .string()
      .min(1, 'field.user_name_required')
      .min(3, 'field.user_name_too_short')
      .max(15, 'field.user_name_too_long')
      // Control, format (zero-width, direction) and private characters allow look-alike names.
      .regex(/^[^\p{C}\p{Zl}\p{Zp}@]+$/u, 'field.user_name_characters')
  )

/** A single address without anything that a mail header reads as a second address, a name or a comment. */
export const emailAddress = z
  .string({ error: 'field.email_required' })
  .max(1000, 'field.email_malformed')
  .trim()
  .min(1, 'field.email_required')
  .max(MAX_ADDRESS_LENGTH, 'field.email_malformed')
  .regex(/^[^@\s\p{C},;:<>()[\]"\\]+@[^@\s\p{C},;:<>()[\]"\\]+$/u, 'field.email_malformed')

/** The only rule for passwords is their length (docs/rules/accounts.md#passwords). */
export const newPassword = filled('field.password_required', MAX_PASSWORD_LENGTH).min(
  6,
  'identity.password_too_short'
)

export const registerInput = z.object({ userName, password: newPassword, email: emailAddress, ...captcha })
export type RegisterInput = z.infer<typeof registerInput>

export const loginInput = z.object({
  userName: filled('field.required', MAX_ADDRESS_LENGTH),
  password: filled('field.required', MAX_PASSWORD_LENGTH),
  ...captcha
})
export type LoginInput = z.infer<typeof loginInput>

/** `token` and `email` of a mailed link: base64 of UTF-8 (docs/rules/accounts.md#links-in-mails). */
export const linkInput = z.object({
  token: filled('field.token_required', 512),
  email: filled('field.email_required', 512)
})
export type LinkInput = z.infer<typeof linkInput>

export const recoveryInput = z.object({ email: emailAddress, ...captcha })
export type RecoveryInput = z.infer<typeof recoveryInput>

export const passwordResetInput = z.object({
  rToken: linkInput.shape.token,
  email: linkInput.shape.email,
  password: newPassword
})
export type PasswordResetInput = z.infer<typeof passwordResetInput>

export const passwordChangeInput = z.object({
  old: filled('field.password_old_required', MAX_PASSWORD_LENGTH).min(6, 'field.password_old_too_short'),
  new: filled('field.password_new_required', MAX_PASSWORD_LENGTH).min(6, 'field.password_new_too_short')
})
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>

export const mailChangeInput = z.object({
  newMail: emailAddress,
  /** Optional within ten minutes of the login (docs/rules/accounts.md#change-of-address). Not in the contract. */
  password: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').optional()
})
export type MailChangeInput = z.infer<typeof mailChangeInput>

/** Absent = unchanged, null = cleared; null keeps a name (docs/rules/accounts.md#profile). */
export const profileUpdateInput = z.object({
  userName: userName.nullish(),
  bio: about(128, 'field.bio_too_long'),
  phone: z
    .string({ error: 'field.type_mismatch' })
    .max(64, 'field.phone_malformed')
    .regex(/^[\s.()+-]*\d[\d\s.()+-]*(?:(?:ext\.?|x)\s*\d+\s*)?$/i, 'field.phone_malformed')
    .nullish(),
  realName: about(128, 'field.real_name_too_long'),
  stdNumber: about(64, 'field.std_number_too_long'),
  ...shownFields,
  pageVisibility: z.enum(PAGE_VISIBILITIES, { error: 'field.page_visibility_unknown' }).optional()
})
export type ProfileUpdateInput = z.infer<typeof profileUpdateInput>

/** A message for people, with status 200 (docs/rules/wire.md#messages). */
export const messageAnswer = z.object({ title: z.string(), status: z.int() })
export const mailChangeAnswer = messageAnswer.extend({ data: z.boolean() })

export const registerAnswer = z.object({
  title: z.string(),
  data: z.enum(REGISTER_STATES),
  status: z.int()
})

export const profileView = z.object({
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  phone: z.string().nullable(),
  realName: z.string().nullable(),
  stdNumber: z.string().nullable(),
  avatar: z.string().nullable(),
  role: z.enum(ROLES).nullable()
})
export type ProfileView = z.infer<typeof profileView>

/** Adds what the owner shows on a public page (docs/rules/players.md). Not in the contract. */
export const ownProfileView = profileView.extend({
  affiliation: z.string(),
  website: z.string().nullable(),
  country: z.string().nullable(),
  pageVisibility: z.enum(PAGE_VISIBILITIES)
})
export type OwnProfileView = z.infer<typeof ownProfileView>

export interface OwnAccount {
  profile: OwnProfileView
  joinedAt: Date
}

export interface SessionView {
  /** Identifies the session for `revoke`; cannot be used as a cookie. */
  id: string
  current: boolean
  userAgent: string | null
  ip: string | null
  createdAt: Date
  /** Exact to about a minute. */
  lastSeenAt: Date
}

export interface SignedIn {
  cookie: string
}

export interface LoggedIn extends SignedIn {
  device: string
}
