import { useText } from '~/app/i18n/text'

/** State of a passkey ceremony: waiting, failed, or without script. */
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
