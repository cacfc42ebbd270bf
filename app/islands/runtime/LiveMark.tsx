import type { Connection } from './socket'
import { useText } from './text'

const DOTS: Record<Connection, string> = {
  live: 'dot ok',
  reconnecting: 'dot warn',
  offline: 'dot bad'
}

interface LiveMarkProps {
  connection: Connection
  retry(): void
  /** What is known about the age of what is shown, such as its last change. */
  children?: React.ReactNode
}

/** Says whether what is shown is now. */
export function LiveMark({ connection, retry, children }: LiveMarkProps) {
  const t = useText()
  return (
    <span className="live" role="status">
      <span className={DOTS[connection]} aria-hidden="true" />
      <b>{t(`common:connection.${connection}`)}</b>
      {children}
      {connection === 'offline' && (
        <button type="button" className="btn sm" onClick={retry}>
          {t('common:try_again')}
        </button>
      )}
    </span>
  )
}
