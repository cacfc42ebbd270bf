import { z } from 'zod'
import { api, call } from '~/app/request/api'

const captchaInfo = z
  .object({ type: z.enum(['None', 'GoogleRecaptcha', 'CloudflareTurnstile']), siteKey: z.string() })
  .meta({ id: 'ClientCaptchaInfoModel' })

const calls = api({
  GET: call({
    id: 'infoGetClientCaptchaInfo',
    summary: 'Captcha settings',
    answer: captchaInfo,
    // Without a provider nothing is asked of anybody (behaviour.md 1.6).
    run: () => ({ type: 'None', siteKey: '' })
  })
})
export const loader = calls.loader
export const action = calls.action
