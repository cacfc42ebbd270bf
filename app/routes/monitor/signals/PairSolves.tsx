import type { ReactNode } from 'react'
import { Moment } from '~/app/components/Moment'
import { TableHead } from '~/app/components/table/TableHead'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CloseSolve, Step } from '~/server/signals/contract'

interface PairProps {
  /** Of the two teams, by participation. */
  names: ReadonlyMap<number, string>
  now: number
}

interface Row extends Pick<CloseSolve, 'first' | 'time' | 'gap'> {
  key: string
  what: ReactNode
}

/** Folded: which challenges two teams solved, who was first, and how much. */
function Solves({ rows, names, now }: PairProps & { rows: readonly Row[] }) {
  const t = useText()
  const { seconds } = useFormat()
  const columns = [
    { text: t('monitor:column.challenge') },
    { text: t('monitor:signals.first') },
    { text: t('monitor:column.time') },
    { text: t('monitor:signals.gap'), num: true }
  ]
  return (
    <details>
      <summary className="link small">{t('monitor:signals.solves')}</summary>
      <TableWrap label={t('monitor:signals.solves')}>
        <table className="table dense cards">
          <TableHead columns={columns} />
          <tbody>
            {rows.map(({ key, what, first, time, gap }) => (
              <tr key={key}>
                <th scope="row">{what}</th>
                <td data-label={columns[1]!.text}>
                  <bdi>{names.get(first)}</bdi>
                </td>
                <td data-label={columns[2]!.text} className="nowrap">
                  <Moment time={time} now={now} />
                </td>
                <td data-label={columns[3]!.text} className="num">
                  {seconds(Math.round(gap / 1000))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </details>
  )
}

/** Challenges that were solved close to each other. */
export const CloseSolves = ({ close, ...rest }: PairProps & { close: readonly CloseSolve[] }) => (
  <Solves
    {...rest}
    rows={close.map(({ challengeId, challenge, ...one }) => ({
      ...one,
      key: String(challengeId),
      what: <bdi>{challenge}</bdi>
    }))}
  />
)

/** Challenges that were solved one after the other in the same order. */
export const EqualSteps = ({ steps, ...rest }: PairProps & { steps: readonly Step[] }) => (
  <Solves
    {...rest}
    rows={steps.map(({ challengeIds, challenges: [from, to], ...one }) => ({
      ...one,
      key: challengeIds.join(),
      what: (
        <>
          <bdi>{from}</bdi> → <bdi>{to}</bdi>
        </>
      )
    }))}
  />
)
