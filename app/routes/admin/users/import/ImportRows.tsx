import { Badge } from '~/app/components/Badge'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { type ImportRow, ROW_STATES, type RowState } from '~/server/user-imports/contract'
import { importPath } from './paths'

const TONES = { Waiting: 'outline', Created: 'ok', Overwritten: 'warn', Failed: 'bad' } as const

interface RowsProps {
  id: string
  rows: ImportRow[]
  counts: Record<RowState, number>
  total: number
  /** State of the listed rows; null: all. */
  shown: RowState | null
}

export function ImportRows({ id, rows, counts, total, shown }: RowsProps) {
  const t = useText()
  const { number } = useFormat()
  const label = t('users:import.rows')
  const tab = (state: RowState | null, text: string, count: number) => (
    <a
      key={text}
      href={importPath(id) + (state ? `?state=${state}` : '')}
      aria-current={shown === state ? 'true' : undefined}
    >
      {text} <span className="muted">{number(count)}</span>
    </a>
  )
  const columns = ['line', 'user', 'email', 'team', 'game', 'outcome'].map((key) => ({
    text: t(`users:column.${key}`)
  }))
  return (
    <>
      <nav className="segmented" aria-label={label}>
        {tab(null, t('users:all'), total)}
        {ROW_STATES.filter((state) => counts[state] > 0 || state === shown).map((state) =>
          tab(state, t(`users:import.row.${state}`), counts[state])
        )}
      </nav>
      <Table label={label} className="cards" columns={columns}>
        {rows.map((row) => (
          <tr key={row.line}>
            <td data-label={t('users:column.line')}>{row.line}</td>
            <th scope="row" data-label={t('users:column.user')}>
              <div>
                <bdi>{row.userName}</bdi>
                {row.formerName !== null && (
                  <div className="sub">
                    {t('users:import.former')} <bdi>{row.formerName}</bdi>
                  </div>
                )}
              </div>
            </th>
            <td data-label={t('users:column.email')}>{row.email}</td>
            <td data-label={t('users:column.team')}>
              <bdi>{row.teamName ?? '–'}</bdi>
            </td>
            <td data-label={t('users:column.game')}>
              {row.game ? <bdi>{[row.game, row.division].filter(Boolean).join(' · ')}</bdi> : '–'}
            </td>
            <td data-label={t('users:column.outcome')}>
              {row.error ? (
                <span className="bad">{t(`errors:${row.error}`)}</span>
              ) : (
                <Badge tone={TONES[row.state]} dot>
                  {t(`users:import.row.${row.state}`)}
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
