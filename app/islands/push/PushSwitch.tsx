import { useEffect, useState } from 'react'
import { useLocale, useText } from '~/app/i18n/text'
import { Refused } from '../runtime/calls'
import { type Hindrance, hindranceHere, isSubscribed, subscribe } from './subscribing'

interface PushSwitchProps {
  /** The platform's key; the browser takes messages from its owner alone. */
  publicKey: string
  /** The platform sends messages to the login of this browser. */
  here: boolean
}

/** Keys of `push.json`; `off` says nothing. */
type State = Hindrance | 'off' | 'added' | 'lost'

const CAN_TURN_ON: ReadonlySet<State | null> = new Set(['off', 'lost', 'dismissed'] as const)

/** Turns news on for this browser, after a click, and says what the browser makes of them. Needs script, which it says without. */
export function PushSwitch({ publicKey, here }: PushSwitchProps) {
  const t = useText()
  const locale = useLocale()
  // Null until the browser was asked.
  const [state, setState] = useState<State | null>(here ? null : 'off')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const hindrance = hindranceHere()
    if (hindrance) setState(hindrance)
    else if (here) void isSubscribed(publicKey).then((yes) => setState(yes ? 'added' : 'lost'))
  }, [here, publicKey])

  const turnOn = async () => {
    setBusy(true)
    setFault('')
    try {
      const found = await subscribe(publicKey, locale)
      if (found === null) return location.reload()
      setState(found)
    } catch (error) {
      setFault((error instanceof Refused && error.message) || t('push:failed'))
    }
    setBusy(false)
  }
  return (
    <>
      {CAN_TURN_ON.has(state) && (
        <div className="js-only">
          <button type="button" className="btn" onClick={() => void turnOn()} disabled={busy}>
            {t('push:on')}
          </button>
        </div>
      )}
      <p className="hint" role="status">
        {state && state !== 'off' && t(`push:${state}`)}
        {fault && <span className="bad">{fault}</span>}
      </p>
      {!here && (
        <noscript>
          <p className="hint">{t('push:script')}</p>
        </noscript>
      )}
    </>
  )
}
