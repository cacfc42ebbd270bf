import { useId, useState } from 'react'
import { useText } from '~/app/i18n/text'
import { MAX_FACTOR_NAME_LENGTH } from '~/server/factors/constants'
import { Progress } from '../passkey/Progress'
import { usePasskeys } from '../passkey/use-passkeys'
import { addPasskey } from '../passkey/webauthn'
import { RecoveryCodes } from './RecoveryCodes'

interface PasskeyNewProps {
  origin: string
  to: string
}

/** Creates a passkey and shows the recovery codes of a first factor. Needs script, which it says without. */
export function PasskeyNew({ origin, to }: PasskeyNewProps) {
  const t = useText()
  const id = useId()
  const { hindrance, fault, busy, run } = usePasskeys(origin)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [name, setName] = useState(() => t('passkeys:title'))
  if (codes)
    return (
      <div className="stack-16">
        <RecoveryCodes codes={codes} />
        <a className="btn primary lg block" href={to}>
          {t('factors:codes.done')}
        </a>
      </div>
    )
  if (hindrance) return <p className="hint">{hindrance}</p>
  const add = () =>
    run(async () => {
      const made = await addPasskey(name)
      if (made) setCodes(made)
      else location.assign(to)
    })
  return (
    <div className="stack-16">
      <form
        className="stack-16 js-only"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <div className="field">
          <label className="label" htmlFor={id}>
            {t('factors:name')}
          </label>
          <input
            className="input lg"
            id={id}
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={MAX_FACTOR_NAME_LENGTH}
            autoComplete="off"
            required
          />
        </div>
        <button type="submit" className="btn primary lg block" disabled={busy}>
          {t('passkeys:new')}
        </button>
      </form>
      <Progress busy={busy} fault={fault} />
    </div>
  )
}
