import { useEffect, useState } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { LiveMark } from '~/app/islands/runtime/LiveMark'
import type { Connection } from '~/app/islands/runtime/socket'
import { useHydrated } from '~/app/islands/runtime/use-hydrated'
import { HOUR_MS } from '~/server/platform/time'
import { secondsOf } from './times'

interface StatusProps {
  connection: Connection
  retry(): void
  heardAt: { readonly current: number | null }
  moving: boolean
  frozen: boolean
  changedAt: number
  now: number
  here: string
}

/** Milliseconds after which a time needs its day. */
const LONG_AGO = 12 * HOUR_MS
/** Milliseconds to connect before the state shows trouble. */
const CONNECT_TIMEOUT_MS = 5000

export function Status({ connection, retry, heardAt, moving, frozen, changedAt, now, here }: StatusProps) {
  const t = useText()
  const { day } = useFormat()
  const hydrated = useHydrated()
  const first = useFirst(connection)
  return (
    <div className="row push">
      {moving && hydrated && !first && !(frozen && connection === 'live') && (
        <LiveMark {...{ connection, retry, heardAt }} />
      )}
      {moving && hydrated && first && !frozen && (
        <span className="live">
          <span className="dot" aria-hidden="true" />
          <span className="connecting">{t('scoreboard:connecting')}</span>
        </span>
      )}
      <span className="live">
        {(!moving || !hydrated) && <span className="dot" aria-hidden="true" />}
        {!moving && <b>{t('common:connection.final')}</b>}
        <span>{t('scoreboard:last_change')}</span>
        <time dateTime={new Date(changedAt).toISOString()}>
          {now - changedAt > LONG_AGO && `${day(new Date(changedAt))} `}
          {`${secondsOf(changedAt)} UTC`}
        </time>
      </span>
      <noscript>
        <a className="btn sm" href={here}>
          {t('common:refresh')}
        </a>
      </noscript>
    </div>
  )
}

/** True until the first connection or CONNECT_TIMEOUT_MS. */
function useFirst(connection: Connection): boolean {
  const [first, setFirst] = useState(true)
  useEffect(() => {
    if (connection !== 'reconnecting') return setFirst(false)
    const timer = setTimeout(() => setFirst(false), CONNECT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [connection])
  return first
}
