import { z } from 'zod'
import type { CaptchaProvider } from './contract'

export interface Question {
  secret: string
  answer: string
  ip: string
}

interface Provider {
  endpoint: string
  request(endpoint: string, question: Question): { url: string; init: RequestInit }
  passes(answer: unknown, score: number): boolean
}

const verdict = z.object({ success: z.boolean(), score: z.number().optional() })

/** See docs/rules/accounts.md#captcha. */
export const providers: Record<Exclude<CaptchaProvider, 'None'>, Provider> = {
  GoogleRecaptcha: {
    endpoint: 'https://www.recaptcha.net/recaptcha/api/siteverify',
    request(endpoint, { secret, answer, ip }) {
      const url = new URL(endpoint)
      for (const [name, value] of Object.entries({ secret, response: answer, remoteip: ip }))
        url.searchParams.set(name, value)
      return { url: url.href, init: { method: 'GET' } }
    },
    passes(answer, least) {
      const { success, data } = verdict.safeParse(answer)
      return success && data.success && (data.score ?? 0) >= least
    }
  },
  CloudflareTurnstile: {
    endpoint: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    request: (endpoint, { secret, answer, ip }) => ({
      url: endpoint,
      init: {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ secret, response: answer, remoteip: ip })
      }
    }),
    passes: (answer) => verdict.safeParse(answer).data?.success === true
  }
}
