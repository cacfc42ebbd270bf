import { useText } from '~/app/i18n/text'
import { Progress } from './Progress'
import { usePasskeys } from './use-passkeys'
import { answerFor, type Purpose } from './webauthn'

export interface PasskeyProps {
  purpose: Purpose
  origin: string
  to: string
  /** Id of a form that is sent instead of going there. */
  form?: string
}

/** Logs in, completes a login or confirms the owner. Needs script, which it says without. */
export function Passkey({ purpose, origin, to, form }: PasskeyProps) {
  const t = useText()
  const { hindrance, fault, busy, run } = usePasskeys(origin)
  if (hindrance) return <p className="hint">{hindrance}</p>
  const go = () =>
    run(async () => {
      await answerFor(purpose)
      const waiting = form === undefined ? null : document.getElementById(form)
      // Submits the form without its button, whose fields for other proofs are empty.
      if (waiting instanceof HTMLFormElement) waiting.submit()
      else location.assign(to)
    })
  return (
    <div className="stack">
      <button type="button" className="btn lg block js-only" disabled={busy} onClick={go}>
        {t(purpose === 'confirm' ? 'passkeys:confirm' : 'passkeys:login')}
      </button>
      <Progress busy={busy} fault={fault} />
    </div>
  )
}
