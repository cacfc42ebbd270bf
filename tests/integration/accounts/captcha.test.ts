import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaptcha } from '~/server/captcha'
import { configure, someone, visitor } from '../../support/accounts/accounts'
import { openAccountsSuite } from '../../support/accounts/accounts-suite'
import { type CaptchaProvider, openCaptchaProvider } from '../../support/accounts/captcha'
import { refused } from '../../support/domain'

const suite = openAccountsSuite()

describe('captcha', () => {
  let provider: CaptchaProvider
  beforeAll(async () => {
    provider = await openCaptchaProvider()
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.answer = { success: true, score: 0.9 }
    provider.asked.length = 0
  })
  const captchaOf = (type: 'GoogleRecaptcha' | 'CloudflareTurnstile') =>
    createCaptcha({
      settings: suite.domain.services.settings,
      log: suite.domain.stores.log,
      env: {
        CAPTCHA_PROVIDER: type,
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET_KEY: 'secret',
        CAPTCHA_SCORE: 0.5,
        CAPTCHA_VERIFY_URL: provider.url
      }
    })

  it('is required only when the policy demands it', async () => {
    const captcha = captchaOf('GoogleRecaptcha')
    expect(await captcha.info()).toEqual({ type: 'None', siteKey: '' })
    await captcha.check(visitor(), null)
    expect(provider.asked).toEqual([])
    await configure(suite.domain, { useCaptcha: true })
    expect(await captcha.info()).toEqual({ type: 'GoogleRecaptcha', siteKey: 'site' })
    expect(await suite.domain.services.captcha.info()).toEqual({ type: 'None', siteKey: '' })
    await suite.accounts.register(visitor(), someone())
  })

  it.each([
    ['GoogleRecaptcha', 'GET'],
    ['CloudflareTurnstile', 'POST']
  ] as const)('%s gets the secret, the answer and the address by %s', async (type, method) => {
    await configure(suite.domain, { useCaptcha: true })
    await captchaOf(type).check(visitor(), 'solved & done')
    const fields = { secret: 'secret', response: 'solved & done', remoteip: '192.0.2.7' }
    expect(provider.asked).toEqual([{ method, fields }])
  })

  it.each([
    ['GoogleRecaptcha', { success: true, score: 0.49 }],
    ['GoogleRecaptcha', { success: true }],
    ['GoogleRecaptcha', { success: false, score: 1 }],
    ['CloudflareTurnstile', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['CloudflareTurnstile', { success: 'true' }],
    ['CloudflareTurnstile', 'break']
  ] as const)('%s with the reply %j admits nobody', async (type, answer) => {
    await configure(suite.domain, { useCaptcha: true })
    provider.answer = answer
    await refused(captchaOf(type).check(visitor(), 'x'), 'captcha.failed', 400)
  })

  it('admits nobody without a response, or when the provider hangs or is unreachable', async () => {
    await configure(suite.domain, { useCaptcha: true })
    for (const answer of [null, undefined, ''])
      await refused(captchaOf('CloudflareTurnstile').check(visitor(), answer), 'captcha.failed', 400)
    expect(provider.asked).toEqual([])
    provider.answer = 'hang'
    await refused(captchaOf('CloudflareTurnstile').check(visitor(), 'x'), 'captcha.failed', 400)
  })

  it.each(['GoogleRecaptcha', 'CloudflareTurnstile'] as const)(
    '%s with a redirect admits nobody, and the redirect is not followed',
    async (type) => {
      await configure(suite.domain, { useCaptcha: true })
      const elsewhere = await openCaptchaProvider()
      try {
        for (const status of [301, 302, 307, 308] as const) {
          provider.answer = { status, location: elsewhere.url }
          await refused(captchaOf(type).check(visitor(), 'x'), 'captcha.failed', 400)
        }
        expect(provider.asked).toHaveLength(4)
        // The client's value cannot redirect the request to another address.
        provider.answer = { success: true, score: 0.9 }
        const lead = `x&secret=mine#@${new URL(elsewhere.url).host}/`
        await captchaOf(type).check(visitor(), lead)
        expect(provider.asked.at(-1)?.fields).toMatchObject({ secret: 'secret', response: lead })
        expect(elsewhere.asked).toEqual([])
      } finally {
        await elsewhere.close()
      }
    }
  )
})
