import { z } from 'zod'

export const LOCALES = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'de-DE',
  'fr-FR',
  'es-ES'
] as const
export type Locale = (typeof LOCALES)[number]

/** Lowest first; a guard passes when the role is at least the required one (behaviour.md 0). */
export const ROLES = ['Banned', 'User', 'Monitor', 'Admin'] as const
export type Role = (typeof ROLES)[number]

/** True when `role` reaches `least`. */
export function reaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

export const REGISTER_STATES = ['LoggedIn', 'AdminConfirmationRequired', 'EmailConfirmationRequired'] as const
export type RegisterStatus = (typeof REGISTER_STATES)[number]

/** Who calls. The role is read from the database, through a cache that every change empties. */
export interface Actor {
  id: string
  userName: string
  role: Role
  /** Hash of the session; never the cookie's value. */
  sessionId: string
  avatar: string | null
}

/** What every service function is told about the request it serves. */
export interface Ctx {
  now: Date
  /** null for a visitor. */
  actor: Actor | null
  ip: string
  userAgent: string | null
  requestId: string
  locale: Locale
}

export const SESSION_COOKIE = 'halyard_session'

const captcha = { challenge: z.string().max(4096).nullish() }

/** A required string must hold something that is not blank (contract, requiredStrings). */
const filled = (code: string, max: number) =>
  z
    .string({ error: code })
    .max(max, code)
    .regex(/\S/, code)
    .regex(/^[^\0]*$/, 'field.characters')

export const registerInput = z.object({
  userName: z
    .string({ error: 'field.user_name_required' })
    .transform((name) => name.normalize('NFKC').trim())
    .pipe(
      z
        .string()
        .min(1, 'field.user_name_required')
        .min(3, 'field.user_name_too_short')
        .max(15, 'field.user_name_too_long')
        // Control, format (zero-width, direction) and private characters make look-alike names.
        .regex(/^[^\p{C}\p{Zl}\p{Zp}@]+$/u, 'field.user_name_characters')
    ),
  password: filled('field.password_required', 256).min(6, 'identity.password_too_short'),
  email: z
    .string({ error: 'field.email_required' })
    .trim()
    .min(1, 'field.email_required')
    .max(254, 'field.email_malformed')
    .regex(/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u, 'field.email_malformed'),
  ...captcha
})
export type RegisterInput = z.infer<typeof registerInput>

export const loginInput = z.object({
  userName: filled('field.required', 254).regex(/^[^\0]*$/, 'field.characters'),
  password: filled('field.required', 256),
  ...captcha
})
export type LoginInput = z.infer<typeof loginInput>

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

/** A session that was just made: the value of the `Set-Cookie` header to send. */
export interface SignedIn {
  cookie: string
}
