import { CopyField } from '~/app/components/form/CopyField'
import { useText } from '~/app/i18n/text'
import type { ShownConnection } from '~/server/challenges/connections/contract'

const isPage = ({ kind }: ShownConnection) => kind === 'http' || kind === 'https'

/** Where the challenge is played: a line each, to copy or to open. */
export function Connections({ connections }: { connections: readonly ShownConnection[] }) {
  const t = useText()
  return (
    <ul className="connections" aria-label={t('challenges:connection.title')}>
      {connections.map((one, index) => {
        const { label, command } = one
        return (
          <li key={`${label} ${command}`}>
            {label && <b>{label}</b>}
            <CopyField
              value={command}
              href={isPage(one) ? command : undefined}
              label={t('challenges:connection.copy', { number: index + 1 })}
            />
          </li>
        )
      })}
    </ul>
  )
}
