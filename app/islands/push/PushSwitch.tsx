import { useEffect, useState } from 'react'
import { Refused } from '../runtime/calls'
import { useLocale, useText } from '../runtime/words/text'
import { type Hindrance, hindranceHere, subscribe } from './subscribing'

export interface PushSwitchProps {
  /** Of the platform; the browser takes messages of its owner alone. */
  publicKey: string
}

/** Turns news on for this browser, after a click. Needs script, which it says without. */
export function PushSwitch({ publicKey }: PushSwitchProps) {
  const t = useText()
  const locale = useLocale()
  const [hindrance, setHindrance] = useState<Hindrance | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => setHindrance(hindranceHere()), [])

  const turnOn = async () => {
    setBusy(true)
    setFault('')
    try {
      const found = await subscribe(publicKey, locale)
      if (found === null) return location.reload()
      setHindrance(found)
    } catch (error) {
      setFault((error instanceof Refused && error.message) || t('push:failed'))
    }
    setBusy(false)
  }
  return (
    <>
      {!hindrance && (
        <div className="js-only">
          <button type="button" className="btn" onClick={() => void turnOn()} disabled={busy}>
            {t('push:on')}
          </button>
        </div>
      )}
      <p className="hint" role="status">
        {hindrance && t(`push:${hindrance}`)}
        {fault && <span className="bad">{fault}</span>}
      </p>
      <noscript>
        <p className="hint">{t('push:script')}</p>
      </noscript>
    </>
  )
}
