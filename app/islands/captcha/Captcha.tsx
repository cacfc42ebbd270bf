import { useEffect, useRef, useState } from 'react'
import { CircleAlertIcon, CircleCheckIcon, HourglassIcon } from '~/app/components/icons'
import { useLocale, useText } from '~/app/i18n/text'
import { openProvider, type ProviderOptions } from './providers'

export type CaptchaProps = Pick<ProviderOptions, 'type' | 'siteKey' | 'action'>

type Phase = 'waiting' | 'ready' | 'checking' | 'failed'

const NAMES = { GoogleRecaptcha: 'reCAPTCHA', CloudflareTurnstile: 'Turnstile' }

const schemeOfPage = () => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

/** Gets a captcha answer when the form is sent, then sends it. Needs script; without it the page says so. */
export function Captcha({ type, siteKey, action }: CaptchaProps) {
  const t = useText()
  const locale = useLocale()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>('waiting')

  useEffect(() => {
    const form = field.current!.form!
    const options = { type, siteKey, action, box: box.current!, locale, scheme: schemeOfPage() } as const
    const opened = openProvider(options)
    opened.then(
      () => setPhase('ready'),
      () => setPhase('failed')
    )
    let requested = false
    const send = async () => {
      if (requested) return
      requested = true
      setPhase('checking')
      try {
        field.current!.value = await (await opened).answer()
        await new Promise((resolve) => setTimeout(resolve))
        form.requestSubmit()
      } catch {
        setPhase('failed')
      }
      requested = false
    }
    const submitted = (event: SubmitEvent) => {
      if (field.current!.value) return
      event.preventDefault()
      void send()
    }
    // A page from the browser's history needs a new answer: each counts once.
    const shown = () => {
      field.current!.value = ''
    }
    form.addEventListener('submit', submitted)
    addEventListener('pageshow', shown)
    return () => {
      form.removeEventListener('submit', submitted)
      removeEventListener('pageshow', shown)
    }
  }, [type, siteKey, action, locale])

  const Mark = {
    waiting: HourglassIcon,
    checking: HourglassIcon,
    ready: CircleCheckIcon,
    failed: CircleAlertIcon
  }[phase]
  const tone = { waiting: undefined, checking: undefined, ready: 'ok', failed: 'bad' }[phase]
  return (
    <div className="stack">
      <div className="captcha js-only">
        <span className="row-tight" role="status">
          <Mark className={tone} />
          {t(`captcha:${phase}`)}
        </span>
        <span className="faint small">{NAMES[type]}</span>
      </div>
      <div ref={box} />
      <input type="hidden" name="challenge" ref={field} />
      <p className="no-js-only small">{t('captcha:script')}</p>
    </div>
  )
}
