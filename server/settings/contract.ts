import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { wireInt } from '~/server/platform/wire'

/** The conditions for a new account (docs/rules/accounts.md#account-policy). */
export const accountPolicy = z.object({
  allowRegister: z.boolean().default(true),
  activeOnRegister: z.boolean().default(true),
  useCaptcha: z.boolean().default(false),
  emailConfirmationRequired: z.boolean().default(false),
  /** Comma separated; blank allows any domain. */
  emailDomainList: z.string().max(4096).default(''),
  /** Passwords only for administrators, while there is a provider. Not in the contract. */
  onlyProviders: z.boolean().default(false),
  /** Staff sessions need a second factor. Not in the contract. */
  staffSecondFactor: z.boolean().default(false)
})

/** Minutes of instances, days of captures (docs/rules/instances.md#policy). */
export const containerPolicy = z.object({
  autoDestroyOnLimitReached: z.boolean().default(false),
  defaultLifetime: z.int().min(1).max(7200).default(120),
  extensionDuration: z.int().min(1).max(7200).default(120),
  renewalWindow: z.int().min(1).max(360).default(10),
  /** Days; 0 = forever. Not in the contract. */
  captureRetention: z.int().min(0).max(3650).default(90),
  /** Unused; the contract has it. */
  maxExerciseContainerCountPerUser: z.int().min(0).default(1)
})

export const globalConfig = z.object({
  title: z.string().max(64).default('GZ'),
  slogan: z.string().max(256).default('Hack for fun not for profit'),
  description: z.string().max(1024).default(''),
  footerInfo: z.string().max(4096).nullable().default(null),
  /** `#rrggbb`; others are ignored (docs/rules/interface.md#theme). */
  customTheme: z.string().max(16).nullable().default(null)
})

/** Keys are rows in `settings`. */
export const platformSettings = z.object({
  accountPolicy: accountPolicy.prefault({}),
  containerPolicy: containerPolicy.prefault({}),
  globalConfig: globalConfig.prefault({})
})
export type PlatformSettings = z.infer<typeof platformSettings> & {
  /** Hashes; null for built-in pictures. */
  images: { logo: string | null; favicon: string | null }
  brand: Brand
}

export interface Brand {
  title: string
  slogan: string
}

/** Shown defaults; those of `globalConfig` belong to the wire. */
export const PRODUCT: Brand = { title: 'Halyard', slogan: 'Raise the flag.' }

export const configView = z
  .object({
    accountPolicy: accountPolicy.required(),
    containerPolicy: containerPolicy.required(),
    globalConfig: globalConfig
      .required()
      .extend({ logoHash: z.string().nullable(), faviconHash: z.string().nullable() }),
    /** Changes with every edit, see `settingsInput`. Not in the contract. */
    version: z.string()
  })
  .meta({ id: 'ConfigEditModel' })
export type ConfigView = z.infer<typeof configView>

/** `GET /api/config`, for clients (docs/rules/staff.md#settings). */
export const clientConfig = z.object({
  title: z.string(),
  slogan: z.string(),
  footerInfo: z.string().nullable(),
  customTheme: z.string().nullable(),
  logoUrl: z.string().nullable(),
  defaultLifetime: z.int(),
  extensionDuration: z.int(),
  renewalWindow: z.int()
})
export type ClientConfig = z.infer<typeof clientConfig>

const flag = z.boolean({ error: 'field.type_mismatch' }).nullish()
const minutes = (max: number) => wireInt(1, max).nullish()

/** Ignored, so that a read object can be sent back. */
const ignored = z
  .unknown()
  .meta({ type: ['string', 'null'] })
  .optional()

/** Absent = unchanged; null clears optional fields (docs/rules/staff.md#settings). */
export const settingsInput = z.object({
  accountPolicy: z
    .object({
      allowRegister: flag,
      activeOnRegister: flag,
      useCaptcha: flag,
      emailConfirmationRequired: flag,
      emailDomainList: textField(4096).nullish(),
      onlyProviders: flag,
      staffSecondFactor: flag
    })
    .nullish(),
  containerPolicy: z
    .object({
      autoDestroyOnLimitReached: flag,
      maxExerciseContainerCountPerUser: wireInt(0).nullish(),
      defaultLifetime: minutes(7200),
      extensionDuration: minutes(7200),
      renewalWindow: minutes(360),
      captureRetention: wireInt(0, 3650).nullish()
    })
    .nullish(),
  globalConfig: z
    .object({
      title: textField(64)
        .transform((title) => title.trim())
        .pipe(z.string().min(1, 'field.title_required'))
        .nullish(),
      slogan: textField(256).nullish(),
      description: textField(1024)
        .nullish()
        .transform((given) => (given === null ? '' : given)),
      footerInfo: textField(4096)
        .nullish()
        .transform((given) => (given?.trim() === '' ? null : given)),
      /** `#rrggbb`; empty = none (docs/rules/interface.md#theme). */
      customTheme: textField(16)
        .regex(/^(#[0-9a-f]{6})?$/i, 'field.colour_invalid')
        .nullish()
        .transform((given) => (given === '' ? null : given)),
      logoHash: ignored,
      faviconHash: ignored
    })
    .nullish(),
  /** The `version` of other calls under another name, because clients send back old objects. Not in the contract. */
  expectedVersion: textField(64).nullish()
})
export type SettingsInput = z.infer<typeof settingsInput>
