import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { toNumber } from '~/server/platform/wire'
import { MAX_DIVISION_RULES, MAX_RULES, PROVIDER_KINDS, type ProviderKind, RULE_ROLES } from './constants'

const line = (max: number) =>
  z
    .string({ error: 'field.type_mismatch' })
    .max(max, 'field.text_too_long')
    .regex(/^\P{C}*$/u, 'field.characters')
    .transform((text) => text.trim())

const filled = (max: number, code = 'field.required') => line(max).pipe(z.string().min(1, code))

export const roleRule = z.object({
  /** Dots lead into objects: `realm_access.roles`. */
  claim: filled(100, 'sign_in.rule'),
  value: filled(200, 'sign_in.rule'),
  role: z.enum(RULE_ROLES, { error: 'sign_in.rule' })
})
export type RoleRule = z.infer<typeof roleRule>

/** A rule in the order of its text form: game, claim, value, division. */
export const divisionRule = z.object({
  game: z.preprocess(
    toNumber,
    z.int('sign_in.division_rule').min(1, 'sign_in.division_rule').max(2_147_483_647, 'sign_in.division_rule')
  ),
  claim: filled(100, 'sign_in.division_rule'),
  value: filled(200, 'sign_in.division_rule'),
  division: filled(64, 'sign_in.division_rule')
})
export type DivisionRule = z.infer<typeof divisionRule>

const address = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(500, 'field.text_too_long')
  .refine((text) => {
    if (text === '') return true
    if (!URL.canParse(text)) return false
    const { protocol, username, password, search, hash } = new URL(text)
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
  }, 'sign_in.issuer')

const editable = {
  name: filled(40),
  clientId: filled(300),
  /** Absent or empty keeps the stored one. */
  clientSecret: line(500).optional(),
  enabled: z.boolean({ error: 'field.type_mismatch' }),
  createsAccounts: z.boolean({ error: 'field.type_mismatch' }),
  singleLogout: z.boolean({ error: 'field.type_mismatch' }),
  /** Logins by this provider need no second factor here. */
  countsAsBoth: z.boolean({ error: 'field.type_mismatch' }),
  /** Comma separated; blank allows any domain. */
  domains: line(4096),
  roles: z.array(roleRule, { error: 'sign_in.rule' }).max(MAX_RULES, 'sign_in.rule'),
  divisions: z
    .array(divisionRule, { error: 'sign_in.division_rule' })
    .max(MAX_DIVISION_RULES, 'sign_in.division_rule')
}

export const providerUpdate = z.object(editable)
export type ProviderUpdate = z.infer<typeof providerUpdate>

export const providerInput = z
  .object({
    ...editable,
    slug: z
      .string({ error: 'field.type_mismatch' })
      .trim()
      .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'sign_in.slug'),
    kind: z.enum(PROVIDER_KINDS, { error: 'field.type_mismatch' }),
    /** Empty: the kind's own. */
    issuer: address
  })
  .refine(({ kind, issuer }) => kind !== 'oidc' || issuer !== '', {
    message: 'sign_in.issuer',
    path: ['issuer'],
    // Checked even if other fields are wrong, so that all faults are named at once.
    when: ({ value }) => typeof (value as { issuer?: unknown } | null)?.issuer === 'string'
  })
export type ProviderInput = z.infer<typeof providerInput>

/** Divisions of a game that rules of login providers name, as an account sees them. */
export interface Reserved {
  /** Divisions for which the account has met a rule. */
  proven: string[]
  /** Divisions for which the account has met no rule. */
  closed: string[]
}

export interface ProviderView {
  id: string
  slug: string
  name: string
  kind: ProviderKind
  issuer: string
  clientId: string
  hasSecret: boolean
  enabled: boolean
  createsAccounts: boolean
  singleLogout: boolean
  countsAsBoth: boolean
  domains: string
  roles: RoleRule[]
  divisions: DivisionRule[]
  callback: string
  /** The address at which the provider reports logouts; null if it cannot. */
  backChannel: string | null
  /** Defined in the environment: read only. */
  provided: boolean
  identities: number
}

export interface SignInButton {
  slug: string
  name: string
}

export interface IdentityView {
  id: string
  provider: string
  label: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** `cookies`: `Set-Cookie` values. */
export interface SignInOutcome {
  /** `second`: needs a second factor. */
  to: 'return' | 'second' | 'link' | 'linked' | 'waiting'
  from: string
  cookies: string[]
}

export interface Departure {
  url: string
  cookies: string[]
  provider: string
}

/** Asked before linking an account with the proven address. */
export interface PendingLink {
  provider: string
  email: string
}

export const linkPassword = z.object({
  password: textField(256, { type: 'field.password_required' }).min(1, 'field.password_required')
})
