import { useEffect, useState } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Connection } from './socket'

const DOTS: Record<Connection, string> = {
  live: 'dot ok',
  reconnecting: 'dot warn',
  offline: 'dot bad'
}

interface LiveMarkProps {
  connection: Connection
  retry(): void
  /** Unix milliseconds of the server's last sign of life. */
  heardAt?: { readonly current: number | null }
  children?: React.ReactNode
}

export function LiveMark({ connection, retry, heardAt, children }: LiveMarkProps) {
  const t = useText()
  return (
    <span className="live" role="status">
      <span className={DOTS[connection]} aria-hidden="true" />
      <b>{t(`common:connection.${connection}`)}</b>
      {connection !== 'live' && <Since from={heardAt?.current ?? null} />}
      {children}
      {connection === 'offline' && (
        <button type="button" className="btn sm" onClick={retry}>
          {t('common:try_again')}
        </button>
      )}
    </span>
  )
}

/** Seconds since `from`, else since mounting. Not announced, because it changes all the time. */
function Since({ from }: { from: number | null }) {
  const { seconds } = useFormat()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const start = from ?? Date.now()
    const timer = setInterval(() => setPassed(Math.round((Date.now() - start) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [from])
  return passed > 0 && <span aria-hidden="true">{seconds(passed)}</span>
}
