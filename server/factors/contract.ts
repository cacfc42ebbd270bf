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
