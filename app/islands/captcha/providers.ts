/** The functions of a provider's script that the page uses (docs/rules/accounts.md#captcha). */
export interface Provider {
  /** A fresh answer for one submission. Rejects when there is none. */
  answer(): Promise<string>
}

export interface ProviderOptions {
  type: 'GoogleRecaptcha' | 'CloudflareTurnstile'
  siteKey: string
  action: string
  box: HTMLElement
  locale: string
  scheme: 'dark' | 'light'
}

interface TurnstileOptions {
  sitekey: string
  action: string
  theme: string
  language: string
  appearance: 'interaction-only'
  'response-field': false
  callback(answer: string): void
  'expired-callback'(): void
  'error-callback'(): boolean
}

declare global {
  interface Window {
    turnstile?: { render(box: HTMLElement, options: TurnstileOptions): string }
    grecaptcha?: {
      ready(then: () => void): void
      execute(siteKey: string, options: { action: string }): PromiseLike<string>
    }
  }
}

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
const RECAPTCHA = 'https://www.recaptcha.net/recaptcha/api.js?render='

function script(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = address
    element.onload = () => resolve()
    element.onerror = () => reject(new Error(address))
    document.head.append(element)
  })
}

/** Turnstile works at once and keeps an answer ready; answers expire and are replaced. */
async function turnstile({ siteKey, action, box, locale, scheme }: ProviderOptions): Promise<Provider> {
  await script(TURNSTILE)
  let settle: { resolve(answer: string): void; reject(error: Error): void }
  let answer: Promise<string>
  const renew = () => {
    answer = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    // A rejection before anybody awaits it is no unhandled one.
    answer.catch(() => undefined)
  }
  renew()
  window.turnstile!.render(box, {
    sitekey: siteKey,
    action,
    theme: scheme,
    language: locale.toLowerCase(),
    appearance: 'interaction-only',
    'response-field': false,
    callback: (value) => settle.resolve(value),
    'expired-callback': renew,
    'error-callback': () => {
      settle.reject(new Error('turnstile'))
      renew()
      return true
    }
  })
  return { answer: () => answer }
}

/** reCAPTCHA v3 answers on request; answers are valid for two minutes. */
async function recaptcha({ siteKey, action }: ProviderOptions): Promise<Provider> {
  await script(RECAPTCHA + encodeURIComponent(siteKey))
  const { grecaptcha } = window
  await new Promise<void>((resolve) => grecaptcha!.ready(resolve))
  return { answer: async () => grecaptcha!.execute(siteKey, { action }) }
}

/** Loads a provider. @throws when its script does not load */
export const openProvider = (options: ProviderOptions): Promise<Provider> =>
  options.type === 'CloudflareTurnstile' ? turnstile(options) : recaptcha(options)
