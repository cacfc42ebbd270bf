import { api, call } from '~/app/request/api'
import { captchaInfo } from '~/server/captcha/contract'

const calls = api({
  GET: call({
    id: 'infoGetClientCaptchaInfo',
    summary: 'Captcha settings',
    answer: captchaInfo,
    run: ({ services }) => services.captcha.info()
  })
})
export const loader = calls.loader
export const action = calls.action
