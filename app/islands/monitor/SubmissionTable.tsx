import { EmptyState } from '~/app/components/EmptyState'
import { Moment } from '~/app/components/Moment'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { SubmissionView } from '~/server/monitoring/contract'
import { CaseLink, ChallengeName, TeamLink, User, VerdictBadge } from './cells'
import type { MonitorProps } from './props'

interface SubmissionTableProps extends Pick<MonitorProps, 'query' | 'challenges' | 'now'> {
  rows: SubmissionView[]
  fresh: ReadonlySet<string>
}

const COLUMNS = ['time', 'result', 'flag', 'challenge', 'team', 'user', 'address']

export function SubmissionTable({ rows, fresh, query, challenges, now }: SubmissionTableProps) {
  const t = useText()
  const byId = new Map(challenges.map((challenge) => [challenge.id, challenge]))
  const label = (key: string) => t(`monitor:column.${key}`)
  const filtered =
    query.type !== null || query.challenge !== null || query.team !== null || query.search !== ''
  if (rows.length === 0)
    return (
      <EmptyState title={t('monitor:submissions.none')}>
        {t(filtered ? 'monitor:submissions.none_fits' : 'monitor:submissions.none_text')}
      </EmptyState>
    )
  return (
    <Table
      label={t('monitor:submissions.label')}
      className="cards feed-table"
      columns={COLUMNS.map((key) => ({ text: label(key) }))}
    >
      {rows.map(({ id, time, status, late, answer, challenge, challengeId, team, teamId, user, ip }) => (
        <tr key={id} className={fresh.has(`s${id}`) ? 'fresh' : undefined} data-row={id}>
          <td className="mono small fit" data-label={label('time')}>
            <Moment time={time} now={now} />
          </td>
          <td className="fit" data-label={label('result')}>
            <VerdictBadge status={status} late={late} />
          </td>
          <td data-label={label('flag')}>
            <code className="flagtext">{answer}</code>
          </td>
          <td data-label={label('challenge')}>
            <span className="row-tight">
              <ChallengeName challenge={byId.get(challengeId)} title={challenge} />
            </span>
          </td>
          <td data-label={label('team')}>
            <TeamLink name={team} id={teamId} query={query} />
          </td>
          <td data-label={label('user')}>
            <User name={user} />
          </td>
          <td className="mono small wrap" data-label={label('address')}>
            {ip || '–'} <CaseLink evidence={`submission-${id}`} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
