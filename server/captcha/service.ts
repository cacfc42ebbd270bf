import type { Ctx } from '~/server/access/contract'
import type { Env } from '~/server/platform/env'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Settings } from '~/server/settings'
import type { CaptchaInfo } from './contract'
import { providers } from './providers'

type CaptchaEnv = Partial<
  Pick<
    Env,
    'CAPTCHA_PROVIDER' | 'CAPTCHA_SITE_KEY' | 'CAPTCHA_SECRET_KEY' | 'CAPTCHA_SCORE' | 'CAPTCHA_VERIFY_URL'
  >
>

export interface Captcha {
  /** `None` when off or without a provider. */
  info(): Promise<CaptchaInfo>
  /**
   * Passes every caller when no captcha is set up, and nobody while the provider is silent.
   * @throws AppError `captcha.failed` 400
   */
  check(ctx: Ctx, answer: string | null | undefined): Promise<void>
}

const TIMEOUT_MS = 5000
const NONE: CaptchaInfo = { type: 'None', siteKey: '' }

export function createCaptcha({
  settings,
  log,
  env
}: {
  settings: Settings
  log: Log
  env: CaptchaEnv
}): Captcha {
  const { CAPTCHA_PROVIDER: type = 'None', CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET_KEY: secret } = env
  const provider = type === 'None' || !siteKey || !secret ? null : providers[type]

  const isRequired = async () => provider !== null && (await settings.read()).accountPolicy.useCaptcha

  const passes = async (answer: string, ip: string): Promise<boolean> => {
    if (!provider || !secret) return false
    const endpoint = env.CAPTCHA_VERIFY_URL ?? provider.endpoint
    const { url, init } = provider.request(endpoint, { secret, answer, ip })
    try {
      const reply = await fetch(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS)
      })
      return provider.passes(await reply.json(), env.CAPTCHA_SCORE ?? 0.5)
    } catch (error) {
      // The error may contain the address with the secret.
      log.warn({ provider: type, err: (error as Error).name }, 'captcha_not_verified')
      return false
    }
  }

  return {
    info: async () => ((await isRequired()) && siteKey ? { type, siteKey } : NONE),
    async check({ ip }, answer) {
      if (!(await isRequired())) return
      if (!answer || !ip || !(await passes(answer, ip))) throw new AppError('captcha.failed')
    }
  }
}
