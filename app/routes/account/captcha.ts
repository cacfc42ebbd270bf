import type { CaptchaProps } from '~/app/islands/captcha/Captcha'
import type { PageArgs } from '~/app/request/page'

const ORIGINS: Record<CaptchaProps['type'], string[]> = {
  CloudflareTurnstile: ['https://challenges.cloudflare.com'],
  GoogleRecaptcha: ['https://www.recaptcha.net', 'https://www.gstatic.com', 'https://www.google.com']
}

/** Captcha of a form, with its origins added to the policy; null when off. */
export async function captchaFor(
  { services, foreignOrigins }: PageArgs,
  action: string
): Promise<CaptchaProps | null> {
  const { type, siteKey } = await services.captcha.info()
  if (type === 'None') return null
  foreignOrigins.push(...ORIGINS[type])
  return { type, siteKey, action }
}
