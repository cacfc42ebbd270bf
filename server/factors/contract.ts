import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { FACTOR_KINDS, type FactorKind, MAX_FACTOR_NAME_LENGTH } from './constants'

const factorCode = textField(64, { type: 'factor.code_required', tooLong: 'factor.wrong_code' }).regex(
  /\S/,
  'factor.code_required'
)

export const factorName = z
  .string({ error: 'field.required' })
  .max(1000, 'factor.name')
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'factor.name')
      .max(MAX_FACTOR_NAME_LENGTH, 'factor.name')
      // Invisible characters would make two names look equal.
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'field.characters')
  )

export const codeInput = z.object({ code: factorCode }).meta({ id: 'SecondFactorModel' })

export const confirmInput = z
  .object({
    password: textField(256).optional(),
    code: z.string({ error: 'field.type_mismatch' }).max(64, 'factor.wrong_code').optional()
  })
  .refine(({ password, code }) => Boolean(password?.trim() || code?.trim()), {
    message: 'factor.proof_required',
    path: ['password']
  })
export type ConfirmInput = z.infer<typeof confirmInput>

export interface FactorView {
  id: string
  kind: FactorKind
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface FactorsView {
  factors: FactorView[]
  codesLeft: number
  required: boolean
}

export interface WaitingLogin {
  userName: string
  /** Kinds of the account. Empty: it must set one up. */
  kinds: FactorKind[]
}

export interface PendingTotp {
  /** Base32, in groups of four. */
  key: string
  uri: string
  qr: string
}

export interface AddedFactor {
  /** The account's first recovery codes; null for a later factor. Sent only once. */
  codes: string[] | null
  cookies: string[]
  loggedIn: boolean
}

/** Members of a refused login (docs/rules/accounts.md#second-factor). */
export const secondFactorNeeded = z.object({
  code: z.literal('account.second_factor'),
  /** Empty: must be set up in the browser. */
  factors: z.array(z.enum(FACTOR_KINDS))
})

interface StepOptions {
  /** Valid only while the account has this password. */
  passwordHash?: string
  provider?: { id: string; idToken: string | null; sidHash: string | null }
}

export interface LoginSteps {
  /** Null when none is needed. @throws AppError `account.bad_credentials` 401 when the account may not log in */
  begin(userId: string, options: StepOptions): Promise<{ cookie: string; kinds: FactorKind[] } | null>
}

/** Login by passkey alone, second step, confirmation of the owner, new factor. */
export const PASSKEY_PURPOSES = ['login', 'step', 'confirm', 'add'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number]

export const passkeyQuestion = z
  .object({ purpose: z.enum(PASSKEY_PURPOSES, { error: 'field.type_mismatch' }) })
  .meta({ id: 'PasskeyQuestionModel' })

export const passkeyOptions = z
  .object({ options: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PasskeyOptionsModel' })

const encoded = (max: number) =>
  z
    .string({ error: 'factor.passkey_failed' })
    .max(max, 'factor.passkey_failed')
    .regex(/^[\w-]*$/, 'factor.passkey_failed')

/** Base64url of the longest id, 1023 bytes. */
const MAX_CREDENTIAL_ID_LENGTH = 1364
const MAX_PART_LENGTH = 16_384

const credential = {
  id: encoded(MAX_CREDENTIAL_ID_LENGTH),
  rawId: encoded(MAX_CREDENTIAL_ID_LENGTH),
  type: z.literal('public-key', { error: 'factor.passkey_failed' })
}

export const passkeyUse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(MAX_PART_LENGTH),
      authenticatorData: encoded(MAX_PART_LENGTH),
      signature: encoded(MAX_PART_LENGTH),
      userHandle: encoded(128).nullish()
    })
  })
  .meta({ id: 'PasskeyUseModel' })
export type PasskeyUse = z.infer<typeof passkeyUse>

export const passkeyAdd = z
  .object({
    name: factorName,
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: encoded(MAX_PART_LENGTH),
        attestationObject: encoded(MAX_PART_LENGTH * 4),
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

/** Recovery codes when it is the first factor. */
export const passkeyAdded = z
  .object({ codes: z.array(z.string()).nullable() })
  .meta({ id: 'PasskeyAddedModel' })
