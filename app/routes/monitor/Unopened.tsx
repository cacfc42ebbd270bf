import { Banner } from '~/app/components/Banner'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { SignalsView } from '~/server/signals/contract'
import { newCase } from './new-case'

const MOST = 8

export function Unopened({
  signals
}: {
  signals: Pick<SignalsView, 'unopened' | 'unopenedSolves' | 'solves'>
}) {
  const t = useText()
  const { number } = useFormat()
  const { unopened, unopenedSolves, solves } = signals
  if (unopened === null)
    return (
      <Banner tone="info" inline announce={false}>
        {t('monitor:signals.unopened_usual', { n: number(unopenedSolves), total: number(solves) })}
      </Banner>
    )
  if (unopened.length === 0) return null
  const columns = [
    { text: t('monitor:column.team') },
    { text: t('monitor:signals.count'), num: true },
    { text: t('monitor:column.challenge') },
    { text: t('monitor:open_case'), silent: true }
  ]
  return (
    <Panel title={t('monitor:signals.unopened')} body="stack">
      <p className="muted small">{t('monitor:signals.unopened_text')}</p>
      <Table label={t('monitor:signals.unopened')} className="cards" columns={columns}>
        {unopened.map(({ team, solves: found, count }) => (
          <tr key={team.participationId}>
            <th scope="row">
              <bdi>{team.name}</bdi>
            </th>
            <td className="num" data-label={columns[1]!.text}>
              {number(count)}
            </td>
            <td data-label={columns[2]!.text}>
              <bdi>
                {found
                  .slice(0, MOST)
                  .map(({ challenge }) => challenge)
                  .join(', ')}
                {count > MOST && ' …'}
              </bdi>
            </td>
            <td className="end">
              <a className="btn sm" href={newCase(found.map(({ submission }) => `submission-${submission}`))}>
                {t('monitor:open_case')}
              </a>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
