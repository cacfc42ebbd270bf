import { Confirm } from '~/app/components/form/Confirm'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { FormerStaff } from '~/server/game-staff/contract'

/** Who may not play because they had a role, and a way to let them. */
export function FormerPanel({ rows, now }: { rows: readonly FormerStaff[]; now: number }) {
  const t = useText()
  const columns = [
    { text: t('staff:person') },
    { text: t('staff:former.removed') },
    { text: t('admin:actions'), silent: true }
  ]
  return (
    <Panel title={t('staff:former.title')} body="stack-16">
      <p className="muted">{t('staff:former.text')}</p>
      <Table label={t('staff:former.title')} className="cards" columns={columns}>
        {rows.map(({ userId, userName, removedAt }) => (
          <tr key={userId}>
            <th scope="row">
              <bdi>{userName}</bdi>
            </th>
            <td className="muted" data-label={t('staff:former.removed')}>
              <Moment time={removedAt} now={now} />
            </td>
            <td className="end">
              <Confirm
                classes="sm"
                label={t('staff:former.let')}
                name={t('staff:former.let_name', { name: userName })}
                question={t('staff:former.question', { name: userName })}
                confirm={t('staff:former.let')}
                fields={{ intent: 'letplay', user: userId }}
              />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
