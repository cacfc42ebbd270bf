import { Banner } from '~/app/components/Banner'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { RowFault } from '~/server/user-imports/contract'

export function Faults({ faults, total, rows }: { faults: RowFault[]; total: number; rows: number }) {
  const t = useText()
  const summary = t('users:import.faults', { number: total, rows })
  const columns = ['line', 'user', 'field', 'fault'].map((key) => ({ text: t(`users:column.${key}`) }))
  return (
    <>
      <Banner tone="bad" title={t('users:report.refused')}>
        {summary}
        {total > faults.length && ` ${t('users:import.faults_shown', { number: faults.length })}`}
      </Banner>
      <Table label={summary} className="cards" columns={columns}>
        {faults.map(({ line, userName, field, error }) => (
          <tr key={line}>
            <td data-label={t('users:column.line')}>{line}</td>
            <th scope="row" data-label={t('users:column.user')}>
              <bdi>{userName || '–'}</bdi>
            </th>
            <td data-label={t('users:column.field')}>
              <code>{field ?? '–'}</code>
            </td>
            <td data-label={t('users:column.fault')}>
              <span className="bad">{t(`errors:${error}`)}</span>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
