import { z } from 'zod'
import { wireInt } from '~/server/platform/wire'

const text = (max: number) =>
  z
    .string({ error: 'field.type_mismatch' })
    .max(max, 'field.text_too_long')
    .regex(/^[^\0]*$/, 'field.characters')

const flag = z.boolean({ error: 'field.type_mismatch' }).nullish()
const minutes = (max: number) => wireInt(1, max).nullish()

/** Hashes come from the logo's own calls; writing ignores them, so that what was read can be sent back. */
const ignored = z
  .unknown()
  .meta({ type: ['string', 'null'] })
  .optional()

/**
 * Settings to write: absent sections and members stay as they are; null clears where there may be nothing, else it is
 * absent too (decisions.md, Partial updates).
 */
export const settingsInput = z.object({
  accountPolicy: z
    .object({
      allowRegister: flag,
      activeOnRegister: flag,
      useCaptcha: flag,
      emailConfirmationRequired: flag,
      emailDomainList: text(4096).nullish()
    })
    .nullish(),
  containerPolicy: z
    .object({
      autoDestroyOnLimitReached: flag,
      maxExerciseContainerCountPerUser: wireInt(0).nullish(),
      defaultLifetime: minutes(7200),
      extensionDuration: minutes(7200),
      renewalWindow: minutes(360)
    })
    .nullish(),
  globalConfig: z
    .object({
      title: text(64)
        .transform((title) => title.trim())
        .pipe(z.string().min(1, 'field.title_required'))
        .nullish(),
      slogan: text(256).nullish(),
      description: text(1024)
        .nullish()
        .transform((given) => (given === null ? '' : given)),
      footerInfo: text(4096)
        .nullish()
        .transform((given) => (given?.trim() === '' ? null : given)),
      /** `#rrggbb`; empty = none (product.md §5). */
      customTheme: text(16)
        .regex(/^(#[0-9a-f]{6})?$/i, 'field.colour_invalid')
        .nullish()
        .transform((given) => (given === '' ? null : given)),
      logoHash: ignored,
      faviconHash: ignored
    })
    .nullish()
})
export type SettingsInput = z.infer<typeof settingsInput>
