import { useState } from 'react'
import { useLocale, useText } from '~/app/i18n/text'
import { useHydrated } from '~/app/islands/runtime/use-hydrated'
import { useOrigin } from '~/app/islands/runtime/use-origin'
import { TerminalIcon } from '../challenge-icons'
import { CopyField } from '../form/CopyField'
import { ExternalLinkIcon } from '../icons'

interface TunnelEntryProps {
  ticket: string
  test?: boolean
  /** Name of the endpoint; null when the instance has only one. */
  title?: string | null
}

const SCRIPT = '/connect.py'

export function TunnelEntry({ ticket, test = false, title = null }: TunnelEntryProps) {
  const t = useText()
  const origin = useOrigin()
  const hydrated = useHydrated()
  const address = `${origin.replace(/^http/, 'ws')}/api/proxy/${test ? 'noinst/' : ''}${ticket}`
  return (
    <div className="tunnel">
      <CopyField value={address} label={t('instances:box.entry')} />
      <div className="row">
        {hydrated && <OpenTerminal address={address} title={title} />}
        <a
          className="btn sm"
          href={`wsrx://open?url=${encodeURIComponent(address)}`}
          suppressHydrationWarning
        >
          <ExternalLinkIcon />
          {t('instances:box.tunnel_open')}
        </a>
      </div>
      <details>
        <summary>{t('terminal:command.title')}</summary>
        <p>
          {t('terminal:command.how')}{' '}
          <a className="link" href={SCRIPT} download="">
            connect.py
          </a>
        </p>
        <CopyField value={`curl -fsSO ${origin}${SCRIPT}`} label={t('terminal:command.copy_fetch')} />
        <CopyField value={`python3 connect.py ${address}`} label={t('terminal:command.copy_run')} />
        <p>{t('terminal:command.pwntools')}</p>
        <CopyField
          value={`io = process(['python3', 'connect.py', '${address}'])`}
          label={t('terminal:command.copy_pwntools')}
        />
      </details>
    </div>
  )
}

/** Loads the terminal only when it is opened. */
function OpenTerminal({ address, title }: { address: string; title: string | null }) {
  const t = useText()
  const locale = useLocale()
  const [state, setState] = useState<'rest' | 'loading' | 'failed'>('rest')
  const open = async (opener: HTMLElement) => {
    if (state === 'loading') return
    setState('loading')
    try {
      const { openTerminal } = await import('../terminal')
      openTerminal({ address, title, locale, t, opener })
      setState('rest')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button
        type="button"
        className="btn sm"
        data-pending={state === 'loading' || undefined}
        onClick={({ currentTarget }) => void open(currentTarget)}
      >
        <TerminalIcon />
        {t('terminal:open')}
      </button>
      {state === 'failed' && (
        <p className="field-error" role="alert">
          {t('terminal:not_loaded')}
        </p>
      )}
    </>
  )
}
