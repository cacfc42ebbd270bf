import type { ReactNode } from 'react'
import { Panel } from '~/app/components/Panel'
import { TableHead } from '~/app/components/table/TableHead'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { SharedEntries, SignalTeam, Trapped } from '~/server/signals/contract'
import { newCase } from '../new-case'

/** Things of a row; the number says how many there are. */
const MAX_SHOWN = 8

interface TeamListProps {
  title: string
  /** What it means, and what else it may mean. */
  text: string
  /** Heads of the columns: how many there are, and what was seen. */
  counted: string
  what: string
  rows: { team: SignalTeam; count: number; shown: ReactNode[]; evidence: string[] }[]
}

/** Teams of which something was seen, each with a case to open. */
export function TeamList({ title, text, counted, what, rows }: TeamListProps) {
  const t = useText()
  const { number } = useFormat()
  if (rows.length === 0) return null
  const columns = [
    { text: t('monitor:column.team') },
    { text: counted, num: true },
    { text: what },
    { text: t('monitor:open_case'), silent: true }
  ]
  return (
    <Panel title={title} body="stack">
      <p className="muted small">{text}</p>
      <TableWrap label={title}>
        <table className="table cards">
          <TableHead columns={columns} />
          <tbody>
            {rows.map(({ team, count, shown, evidence }) => (
              <tr key={team.participationId}>
                <th scope="row">
                  <bdi>{team.name}</bdi>
                </th>
                <td className="num" data-label={columns[1]!.text}>
                  {number(count)}
                </td>
                <td data-label={columns[2]!.text}>
                  <div>
                    {shown.slice(0, MAX_SHOWN)}
                    {count > MAX_SHOWN && ' …'}
                  </div>
                </td>
                <td className="end">
                  <a className="btn sm" href={newCase(evidence)}>
                    {t('monitor:open_case')}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}

/** Titles of challenges in a row, each with a key. */
export const titles = (all: readonly [key: number, title: string][]): ReactNode[] =>
  all.map(([key, title], place) => (
    <span key={key}>
      {place > 0 && ', '}
      <bdi>{title}</bdi>
    </span>
  ))

/** Teams that sent decoys which were their own, or are the same for all. */
export function Decoys({ decoys }: { decoys: readonly Trapped[] }) {
  const t = useText()
  return (
    <TeamList
      title={t('monitor:signals.trapped')}
      text={t('monitor:signals.trapped_text')}
      counted={t('monitor:signals.times')}
      what={t('monitor:column.challenge')}
      rows={decoys.map(({ team, count, sent }) => ({
        team,
        count,
        shown: titles(sent.map(({ challenge, submission }) => [submission, challenge])),
        evidence: sent.map(({ submission }) => `submission-${submission}`)
      }))}
    />
  )
}

/** Teams whose entries of instances somebody else used. */
export function SharedEntryList({ entries }: { entries: readonly SharedEntries[] }) {
  const t = useText()
  return (
    <TeamList
      title={t('monitor:signals.shared')}
      text={t('monitor:signals.shared_text')}
      counted={t('monitor:signals.times')}
      what={t('monitor:signals.seen')}
      rows={entries.map(({ team, count, hints }) => ({
        team,
        count,
        shown: hints.map(({ event, challenge, sign, detail }) => (
          <div key={event}>
            <bdi>{challenge}</bdi>
            {': '}
            <bdi>{t(`monitor:signals.by_${sign}`, { detail })}</bdi>
          </div>
        )),
        evidence: hints.map(({ event }) => `event-${event}`)
      }))}
    />
  )
}
