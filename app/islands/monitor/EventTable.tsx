import { EmptyState } from '~/app/components/EmptyState'
import { Moment } from '~/app/components/Moment'
import { richText } from '~/app/components/markdown/richText'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { GameEventView } from '~/server/monitoring/contract'
import { CaseLink, ChallengeName, EventMark, TeamLink, User } from './cells'
import { isHint } from './monitor-rows'
import type { Challenge, MonitorProps } from './props'

interface EventTableProps extends Pick<MonitorProps, 'query' | 'challenges' | 'now'> {
  rows: GameEventView[]
  fresh: ReadonlySet<string>
}

const COLUMNS = ['time', 'event', 'detail', 'team', 'user', 'address']

export function EventTable({ rows, fresh, query, challenges, now }: EventTableProps) {
  const t = useText()
  const label = (key: string) => t(`monitor:column.${key}`)
  const filtered = query.kind !== null || query.team !== null || query.search !== ''
  if (rows.length === 0)
    return (
      <EmptyState title={t('monitor:events.none')}>
        {t(filtered ? 'monitor:events.none_fits' : 'monitor:events.none_text')}
      </EmptyState>
    )
  return (
    <Table
      label={t('monitor:events.label')}
      className="cards feed-table"
      columns={COLUMNS.map((key) => ({ text: label(key) }))}
    >
      {rows.map(({ key, time, type, values, team, teamId, user, ip }) => (
        <tr key={key} className={fresh.has(key) ? 'fresh' : undefined} data-row={key}>
          <td className="mono small fit" data-label={label('time')}>
            <Moment time={time} now={now} />
          </td>
          <td className="fit" data-label={label('event')}>
            <EventMark type={type} hint={isHint(values)} />
          </td>
          <td className="detail" data-label={label('detail')}>
            <span className="row-tight">
              <Detail type={type} values={values} challenges={challenges} />
            </span>
          </td>
          <td data-label={label('team')}>
            <TeamLink name={team} id={teamId} query={query} />
          </td>
          <td data-label={label('user')}>
            {type === 'ContainerDestroy' && user === '' ? (
              <span className="faint">–</span>
            ) : (
              <User name={user} />
            )}
          </td>
          <td className="mono small wrap" data-label={label('address')}>
            {ip || '–'} {isHint(values) && <CaseLink evidence={`event-${key.slice(1)}`} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

type DetailProps = Pick<GameEventView, 'type' | 'values'> & { challenges: Challenge[] }

/** Values of an event as text (docs/rules/staff.md#events). */
function Detail({ type, values, challenges }: DetailProps) {
  const t = useText()
  const [first = '', second = '', third = '', fourth, fifth = ''] = values
  const named = (title: string) => challenges.find((challenge) => challenge.title === title)
  const numbered = (id: string | undefined) => challenges.find((challenge) => String(challenge.id) === id)
  switch (type) {
    case 'FlagSubmit':
      return (
        <>
          <b className="row-tight truncate">
            <ChallengeName challenge={numbered(fourth)} title={third} />
          </b>
          <code className="faint truncate">{second}</code>
        </>
      )
    case 'CheatDetected':
      return (
        <>
          <b className="row-tight truncate">
            <ChallengeName challenge={named(first)} title={first} />
          </b>
          <span className="muted truncate">
            {richText(t, 'monitor:events.flag_of', { team: <bdi key="team">{third}</bdi> })}
          </span>
        </>
      )
    case 'ContainerStart':
    case 'ContainerDestroy':
      return (
        <>
          <b className="row-tight truncate">
            <ChallengeName challenge={numbered(first)} title={second} />
          </b>
          {third !== '' && <span className="muted truncate">{t(`instances:reason.${third}`)}</span>}
        </>
      )
    default:
      if (isHint(values))
        return (
          <>
            <b className="row-tight truncate">
              <ChallengeName challenge={numbered(third)} title={fourth ?? ''} />
            </b>
            <span className="muted">
              {richText(t, `monitor:events.shared.${second}`, { by: <bdi key="by">{fifth}</bdi> })}
            </span>
          </>
        )
      return <bdi className="truncate">{first}</bdi>
  }
}
