import { z } from 'zod'

const CAPTCHA_PROVIDERS = ['None', 'GoogleRecaptcha', 'CloudflareTurnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

export const captchaInfo = z
  .object({ type: z.enum(CAPTCHA_PROVIDERS), siteKey: z.string() })
  .meta({ id: 'ClientCaptchaInfoModel' })
export type CaptchaInfo = z.infer<typeof captchaInfo>
