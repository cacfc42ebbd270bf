import { Badge } from '~/app/components/Badge'
import { Confirm } from '~/app/components/form/Confirm'
import { CheckIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { ProfileSection } from './ProfileSection'
import type { Device } from './user-agent'

export interface DeviceRow {
  id: string
  current: boolean
  device: Device | null
  ip: string | null
  since: { time: string; text: string }
  seen: { time: string; text: string }
}

export function Devices({ rows }: { rows: DeviceRow[] }) {
  const t = useText()
  const others = rows.some(({ current }) => !current)
  const columns = (['device', 'since', 'seen'] as const).map((name) => ({
    text: t(`account:sessions.${name}`)
  }))
  return (
    <ProfileSection title={t('account:sessions.title')} text={t('account:sessions.text')} anchor="devices">
      <Table
        label={t('account:sessions.list')}
        className="cards"
        columns={[...columns, { text: t('account:sessions.end'), silent: true }]}
      >
        {rows.map((row) => (
          <Row key={row.id} {...row} />
        ))}
      </Table>
      {others ? (
        <div>
          <Confirm
            label={t('account:sessions.end_others')}
            question={t('account:sessions.end_others_question')}
            confirm={t('account:sessions.end_others')}
            action="/account/Profile"
            fields={{ intent: 'sessions' }}
          />
        </div>
      ) : (
        <p className="muted small">{t('account:sessions.none')}</p>
      )}
    </ProfileSection>
  )
}

function Row({ id, current, device, ip, since, seen }: DeviceRow) {
  const t = useText()
  const name = device?.system
    ? t('account:sessions.on', { browser: device.browser, system: device.system })
    : (device?.browser ?? t('account:sessions.unknown'))
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          <span className="row">
            <bdi>{name}</bdi>
            {current && (
              <Badge tone="accent" icon={CheckIcon}>
                {t('account:sessions.this')}
              </Badge>
            )}
          </span>
          <span className="sub mono">{ip}</span>
        </span>
      </th>
      <td data-label={t('account:sessions.since')}>
        <time dateTime={since.time}>{since.text}</time>
      </td>
      <td data-label={t('account:sessions.seen')}>
        <time dateTime={seen.time}>{seen.text}</time>
      </td>
      <td className="end">
        {!current && (
          <form method="post" action="/account/Profile">
            <input type="hidden" name="intent" value="session" />
            <button
              type="submit"
              className="btn sm"
              name="session"
              value={id}
              aria-label={t('account:sessions.end_of', { device: name })}
            >
              {t('account:sessions.end')}
            </button>
          </form>
        )}
      </td>
    </tr>
  )
}
