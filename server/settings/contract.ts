import { z } from 'zod'

/** Who may get an account (behaviour.md 1.1). */
export const accountPolicy = z.object({
  allowRegister: z.boolean().default(true),
  activeOnRegister: z.boolean().default(true),
  useCaptcha: z.boolean().default(false),
  emailConfirmationRequired: z.boolean().default(false),
  /** Comma separated; blank allows any domain. */
  emailDomainList: z.string().max(4096).default('')
})

/** How long instances live, in minutes (product.md §9). */
export const containerPolicy = z.object({
  autoDestroyOnLimitReached: z.boolean().default(false),
  defaultLifetime: z.int().min(1).max(7200).default(120),
  extensionDuration: z.int().min(1).max(7200).default(120),
  renewalWindow: z.int().min(1).max(360).default(10),
  /** Of the contract; exercises do not exist here. */
  maxExerciseContainerCountPerUser: z.int().min(0).default(1)
})

/** Name and looks of the platform (product.md §9). */
export const globalConfig = z.object({
  title: z.string().max(64).default('GZ'),
  slogan: z.string().max(256).default('Hack for fun not for profit'),
  description: z.string().max(1024).default(''),
  footerInfo: z.string().max(4096).nullable().default(null),
  /** `#rrggbb`; anything else is ignored (product.md §5). */
  customTheme: z.string().max(16).nullable().default(null)
})

/** Everything administrators may change; the key is the row in `settings`. */
export const platformSettings = z.object({
  accountPolicy: accountPolicy.prefault({}),
  containerPolicy: containerPolicy.prefault({}),
  globalConfig: globalConfig.prefault({})
})
export type PlatformSettings = z.infer<typeof platformSettings> & {
  /** Hashes of the platform's own pictures, which calls of their own change; null for the built-in ones. */
  images: { logo: string | null; favicon: string | null }
}

/** Settings as administrators read them (contract, ConfigEditModel). */
export const configView = z
  .object({
    accountPolicy: accountPolicy.required(),
    containerPolicy: containerPolicy.required(),
    globalConfig: globalConfig
      .required()
      .extend({ logoHash: z.string().nullable(), faviconHash: z.string().nullable() })
  })
  .meta({ id: 'ConfigEditModel' })
export type ConfigView = z.infer<typeof configView>

/** `GET /api/config`: what clients may know (contract, ClientConfig). */
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
