import { z } from 'zod'
import { FACTOR_KINDS, type FactorKind, LONGEST_FACTOR_NAME } from './constants'

/** A code of an app, or a recovery code, as somebody typed it. */
export const factorCode = z
  .string({ error: 'factor.code_required' })
  .max(64, 'factor.wrong_code')
  .regex(/^[^\0]*$/, 'field.characters')
  .regex(/\S/, 'factor.code_required')

export const factorName = z
  .string({ error: 'field.required' })
  .max(1000, 'factor.name')
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'factor.name')
      .max(LONGEST_FACTOR_NAME, 'factor.name')
      // What nobody sees would make two names look the same.
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'field.characters')
  )

export const codeInput = z.object({ code: factorCode }).meta({ id: 'SecondFactorModel' })

/** What proves that the owner is there: the password or a code of an app. */
export const confirmInput = z
  .object({
    password: z
      .string({ error: 'field.type_mismatch' })
      .max(256, 'field.text_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
      .optional(),
    code: z.string({ error: 'field.type_mismatch' }).max(64, 'factor.wrong_code').optional()
  })
  .refine(({ password, code }) => Boolean(password?.trim() || code?.trim()), {
    message: 'factor.proof_required',
    path: ['password']
  })
export type ConfirmInput = z.infer<typeof confirmInput>

/** A factor as its owner sees it. */
export interface FactorView {
  id: string
  kind: FactorKind
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** What the profile shows of the factors of an account. */
export interface FactorsView {
  factors: FactorView[]
  /** Recovery codes that were not used yet. */
  codesLeft: number
  /** The account may not be without one. */
  required: boolean
}

/** What a login waits for. */
export interface WaitingLogin {
  userName: string
  /** Kinds that the account has. Empty: it has to set one up first. */
  kinds: FactorKind[]
}

/** A secret that waits for its first code. */
export interface PendingTotp {
  /** Base32, in groups of four. */
  key: string
  /** `otpauth://…` */
  uri: string
  /** SVG. */
  qr: string
}

/** A factor that was just added. */
export interface AddedFactor {
  /** Recovery codes, where they are the first ones of the account; only this answer holds them. */
  codes: string[] | null
  /** `Set-Cookie` values of the answer. */
  cookies: string[]
  /** The account was logged in by it. */
  loggedIn: boolean
}

/** What a refused login tells clients beside its title (docs/rules/accounts.md#second-factor). */
export const secondFactorNeeded = z.object({
  code: z.literal('account.second_factor'),
  /** Empty: one has to be set up first, in the browser. */
  factors: z.array(z.enum(FACTOR_KINDS))
})

/** What the login began with, beside the account. */
export interface StepOptions {
  /** The login is good only while the account has this password. */
  passwordHash?: string
  /** With its ID token as it is stored. */
  provider?: { id: string; idToken: string | null }
}

/** Logins that wait for a second factor. */
export interface LoginSteps {
  /**
   * Begins the second step of a login; null when nothing more is asked for. The cookie opens nothing but that step.
   * @throws AppError `account.bad_credentials` 401 when the account may not log in (any more)
   */
  begin(userId: string, options: StepOptions): Promise<{ cookie: string; kinds: FactorKind[] } | null>
}

/** What a passkey is asked for: to log in by it alone, as the second step of a login, to confirm the owner, to become a factor. */
export const PASSKEY_PURPOSES = ['login', 'step', 'confirm', 'add'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number]

export const passkeyQuestion = z
  .object({ purpose: z.enum(PASSKEY_PURPOSES, { error: 'field.type_mismatch' }) })
  .meta({ id: 'PasskeyQuestionModel' })

/** Options as browsers take them (WebAuthn Level 3, JSON). */
export const passkeyOptions = z
  .object({ options: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PasskeyOptionsModel' })

const encoded = (max: number) =>
  z
    .string({ error: 'factor.passkey_failed' })
    .max(max, 'factor.passkey_failed')
    .regex(/^[\w-]*$/, 'factor.passkey_failed')

/** Longest id of a credential, 1023 bytes, in base64url. */
const CREDENTIAL_ID_MAX = 1364
const PART_MAX = 16_384

const credential = {
  id: encoded(CREDENTIAL_ID_MAX),
  rawId: encoded(CREDENTIAL_ID_MAX),
  type: z.literal('public-key', { error: 'factor.passkey_failed' })
}

/** What an authenticator answered to be let in. What else browsers send is left out. */
export const passkeyUse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(PART_MAX),
      authenticatorData: encoded(PART_MAX),
      signature: encoded(PART_MAX),
      userHandle: encoded(128).nullish()
    })
  })
  .meta({ id: 'PasskeyUseModel' })
export type PasskeyUse = z.infer<typeof passkeyUse>

/** What an authenticator answered to become a factor. */
export const passkeyAdd = z
  .object({
    name: factorName,
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: encoded(PART_MAX),
        attestationObject: encoded(PART_MAX * 4),
        transports: z
          .array(
            z
              .string()
              .max(20)
              .regex(/^[a-z-]+$/)
          )
          .max(10)
          .optional()
      })
    })
  })
  .meta({ id: 'PasskeyAddModel' })
export type PasskeyAdd = z.infer<typeof passkeyAdd>

/** Recovery codes, where the passkey is the first factor of the account. */
export const passkeyAdded = z
  .object({ codes: z.array(z.string()).nullable() })
  .meta({ id: 'PasskeyAddedModel' })
