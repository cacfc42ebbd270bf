import type { CaptchaProps } from '~/app/islands/captcha/Captcha'
import type { PageArgs } from '~/app/request/page'

/** Where the providers' scripts and frames come from. */
const ORIGINS: Record<CaptchaProps['type'], string[]> = {
  CloudflareTurnstile: ['https://challenges.cloudflare.com'],
  GoogleRecaptcha: ['https://www.recaptcha.net', 'https://www.gstatic.com', 'https://www.google.com']
}

/** The captcha of a form, let in by the page's policy; null while none is asked for. */
export async function captchaFor(
  { services, foreignOrigins }: PageArgs,
  action: string
): Promise<CaptchaProps | null> {
  const { type, siteKey } = await services.captcha.info()
  if (type === 'None') return null
  foreignOrigins.push(...ORIGINS[type])
  return { type, siteKey, action }
}
