import { useEffect, useState } from 'react'
import { useText } from '~/app/i18n/text'
import { wordsOf } from './webauthn'

/** Tells whether the browser supports passkeys here, and the progress of one. */
export function usePasskeys(origin: string) {
  const t = useText()
  const [hindrance, setHindrance] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (location.origin !== origin) setHindrance(t('passkeys:elsewhere', { origin }))
    else if (!('PublicKeyCredential' in window)) setHindrance(t('passkeys:unsupported'))
  }, [origin, t])

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      const words = wordsOf(error)
      setFault('text' in words ? words.text : t(`passkeys:${words.key}`))
      setBusy(false)
    }
  }

  return { hindrance, fault, busy, run }
}
