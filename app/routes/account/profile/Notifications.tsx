import { Badge } from '~/app/components/Badge'
import { FormMessage } from '~/app/components/form/FormMessage'
import { CheckIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import push from '~/app/islands/push'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { formOf, ProfileSection } from './ProfileSection'
import type { Device } from './user-agent'

export interface PushRow {
  id: string
  current: boolean
  device: Device | null
  since: { time: string; text: string }
}

interface NotificationsProps {
  rows: PushRow[]
  publicKey: string
}

/** News of games on the person's devices (docs/rules/push.md). */
export function Notifications({ rows, publicKey }: NotificationsProps) {
  const t = useText()
  const here = rows.some(({ current }) => current)
  return (
    <ProfileSection title={t('push:title')} text={t('push:text')} anchor="push">
      <FormMessage state={useFormState('push')} />
      {rows.length > 0 ? <List rows={rows} /> : <p className="muted small">{t('push:none')}</p>}
      <Island of={push} props={{ publicKey, here }} on="visible" />
      <p className="hint">{t('push:ends')}</p>
    </ProfileSection>
  )
}

function List({ rows }: { rows: PushRow[] }) {
  const t = useText()
  return (
    <Table
      label={t('push:list')}
      className="cards"
      columns={[{ text: t('push:device') }, { text: t('push:since') }, { text: t('push:off'), silent: true }]}
    >
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </Table>
  )
}

function Row({ id, current, device, since }: PushRow) {
  const t = useText()
  const name = device?.system
    ? t('account:sessions.on', { browser: device.browser, system: device.system })
    : (device?.browser ?? t('push:unknown'))
  return (
    <tr>
      <th scope="row">
        <span className="row">
          <bdi>{name}</bdi>
          {current && (
            <Badge tone="accent" icon={CheckIcon}>
              {t('push:this')}
            </Badge>
          )}
        </span>
      </th>
      <td data-label={t('push:since')}>
        <time dateTime={since.time}>{since.text}</time>
      </td>
      <td className="end">
        <form {...formOf('push')} className={undefined}>
          <input type="hidden" name="intent" value="push" />
          <button
            type="submit"
            className="btn sm"
            name="device"
            value={id}
            aria-label={t('push:off_of', { device: name })}
          >
            {t('push:off')}
          </button>
        </form>
      </td>
    </tr>
  )
}
