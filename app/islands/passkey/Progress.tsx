import { useText } from '~/app/islands/runtime/words/text'

/** How far a ceremony is: waiting for the authenticator, or why it failed. Without script, that it needs one. */
export function Progress({ busy, fault }: { busy: boolean; fault: string | null }) {
  const t = useText()
  return (
    <>
      <p className="hint" role="status">
        {busy && t('passkeys:waiting')}
        {fault && <span className="bad">{fault}</span>}
      </p>
      <noscript>
        <p className="hint">{t('passkeys:script')}</p>
      </noscript>
    </>
  )
}
