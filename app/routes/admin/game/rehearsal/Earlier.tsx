import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { RehearsalView } from '~/server/rehearsals/contract'
import { RehearsalStateBadge } from './RehearsalStatus'

interface EarlierProps {
  /** `bad`: findings that players meet; null without a report. */
  list: (Omit<RehearsalView, 'report'> & { bad: number | null })[]
  here: string
  shown: string | null
  now: number
}

export function Earlier({ list, here, shown, now }: EarlierProps) {
  const t = useText()
  const { number } = useFormat()
  const columns = ['time', 'state', 'teams', 'bad'] as const
  return (
    <Panel title={t('rehearsals:earlier')} body="flush">
      <Table
        label={t('rehearsals:earlier')}
        className="dense"
        columns={columns.map((name) => ({ text: t(`rehearsals:column.${name}`) }))}
      >
        {list.map(({ id, requestedAt, state, teams, bad }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`${here}?of=${id}`} aria-current={id === shown ? 'true' : undefined}>
                <Moment time={requestedAt} now={now} />
              </a>
            </th>
            <td>
              <RehearsalStateBadge state={state} />
            </td>
            <td>{number(teams)}</td>
            <td>{bad === null ? '–' : number(bad)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
