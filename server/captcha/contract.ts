import { z } from 'zod'

const CAPTCHA_PROVIDERS = ['None', 'GoogleRecaptcha', 'CloudflareTurnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

/** `GET /api/captcha` (docs/rules/accounts.md#captcha). */
export const captchaInfo = z
  .object({ type: z.enum(CAPTCHA_PROVIDERS), siteKey: z.string() })
  .meta({ id: 'ClientCaptchaInfoModel' })
export type CaptchaInfo = z.infer<typeof captchaInfo>
