import { Badge } from '~/app/components/Badge'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { ImportState, ImportView } from '~/server/user-imports/contract'
import { importPath } from './paths'

export const TONES = { Checked: 'info', Running: 'warn', Done: 'ok', Cancelled: 'outline' } as const

export function ImportStateBadge({ state }: { state: ImportState }) {
  const t = useText()
  return (
    <Badge tone={TONES[state]} dot>
      {t(`users:import.state.${state}`)}
    </Badge>
  )
}

type Listed = Omit<ImportView, 'createdAt' | 'endedAt'> & { created: string }

export function Imports({ imports }: { imports: Listed[] }) {
  const t = useText()
  const { number } = useFormat()
  if (imports.length === 0) return null
  const title = t('users:import.earlier')
  const columns = ['file', 'created', 'rows', 'outcome'].map((key) => ({
    text: t(`users:column.${key}`),
    num: key === 'rows'
  }))
  return (
    <Panel title={title}>
      <Table label={title} className="cards" columns={columns}>
        {imports.map(({ id, name, created, author, total, state, counts }) => (
          <tr key={id}>
            <th scope="row" data-label={t('users:column.file')}>
              <a href={importPath(id)}>
                <bdi>{name}</bdi>
              </a>
            </th>
            <td data-label={t('users:column.created')}>
              {created} · <bdi>{author ?? '–'}</bdi>
            </td>
            <td className="num" data-label={t('users:column.rows')}>
              {number(total)}
            </td>
            <td data-label={t('users:column.outcome')}>
              <ImportStateBadge state={state} />{' '}
              {counts.Failed > 0 && (
                <span className="bad">{t('users:import.failed', { number: counts.Failed })}</span>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
