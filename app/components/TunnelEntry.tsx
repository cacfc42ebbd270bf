import { useHydrated } from '~/app/islands/runtime/hydrated'
import { useText } from '~/app/islands/runtime/text'
import { CopyField } from './CopyField'
import { ExternalLinkIcon } from './icons'

interface TunnelEntryProps {
  /** The reader's ticket. */
  ticket: string
  /** It leads to a test instance. */
  test?: boolean
}

/** An instance that only a tunnel leads to: the WebSocket's address, and the desktop helper that opens it. */
export function TunnelEntry({ ticket, test = false }: TunnelEntryProps) {
  const t = useText()
  const hydrated = useHydrated()
  const path = `/api/proxy/${test ? 'noinst/' : ''}${ticket}`
  // Only the browser knows by which name the platform was reached.
  const address = hydrated ? location.origin.replace(/^http/, 'ws') + path : path
  return (
    <>
      <CopyField value={address} label={t('instances:box.entry')} />
      <p>
        {t('instances:box.tunnel')}{' '}
        {hydrated && (
          <a href={`wsrx://open?url=${encodeURIComponent(address)}`}>
            <ExternalLinkIcon />
            {t('instances:box.tunnel_open')}
          </a>
        )}
      </p>
    </>
  )
}
