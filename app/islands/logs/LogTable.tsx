import { EmptyState } from '~/app/components/EmptyState'
import { CircleAlertIcon, CircleXIcon, type Icon, InfoIcon, TriangleAlertIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { LogLevel, LogView } from '~/server/logs/contract'
import { aboutOf, wordsOf } from './list'

const LEVELS: Record<LogLevel, { tone?: 'warn' | 'bad'; icon: Icon }> = {
  Information: { icon: InfoIcon },
  Warning: { tone: 'warn', icon: TriangleAlertIcon },
  Error: { tone: 'bad', icon: CircleXIcon },
  Fatal: { tone: 'bad', icon: CircleAlertIcon }
}

const STATUS_TONES: Record<string, string> = { Success: 'ok', Failed: 'bad', Denied: 'warn' }
const PROCESSES = new Set(['web', 'scoring', 'jobs'])
const COLUMNS = ['time', 'level', 'event', 'name', 'ip', 'status', 'process']

interface LogTableProps {
  rows: LogView[]
  fresh: ReadonlySet<number>
  filtered: boolean
  now: number
}

export function LogTable({ rows, fresh, filtered, now }: LogTableProps) {
  const t = useText()
  if (rows.length === 0)
    return <EmptyState title={t('logs:none')}>{t(filtered ? 'logs:none_fits' : 'logs:none_text')}</EmptyState>
  return (
    <Table
      label={t('logs:title')}
      className="cards feed-table"
      columns={COLUMNS.map((key) => ({ text: t(`logs:column.${key}`) }))}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} fresh={fresh.has(row.id)} now={now} />
      ))}
    </Table>
  )
}

function Row({ row, fresh, now }: { row: LogView; fresh: boolean; now: number }) {
  const t = useText()
  const { id, time, level, event, name, ip, status, process } = row
  const label = (key: string) => t(`logs:column.${key}`)
  const { tone, icon: Sign } = LEVELS[level]
  const nobody = name === 'System' || name === 'Anonymous'
  const token = name.startsWith('Token ') ? t('logs:token', { name: name.slice('Token '.length) }) : null
  return (
    <tr className={fresh ? 'fresh' : undefined} data-row={id}>
      <td className="mono small fit" data-label={label('time')}>
        <Moment time={time} now={now} />
      </td>
      <td className="fit" data-label={label('level')}>
        <span className={tone ? `res ${tone}` : 'res'}>
          <Sign />
          {t(`logs:level.${level}`)}
        </span>
      </td>
      <td className="event" data-label={label('event')}>
        <div>
          <b>{wordsOf(t, event)}</b>
          <About row={row} />
        </div>
      </td>
      <td data-label={label('name')}>
        {nobody ? <span className="faint">{t(`logs:${name}`)}</span> : <bdi>{token ?? name}</bdi>}
      </td>
      <td className="mono small wrap" data-label={label('ip')}>
        {ip || '–'}
      </td>
      <td className="fit" data-label={label('status')}>
        {status && <span className={`res ${STATUS_TONES[status] ?? ''}`}>{t(`logs:status.${status}`)}</span>}
      </td>
      <td className="fit muted" data-label={label('process')}>
        {PROCESSES.has(process) ? t(`logs:process.${process}`) : process}
      </td>
    </tr>
  )
}

function About({ row }: { row: LogView }) {
  const about = aboutOf(row)
  if (about.length === 0) return null
  return (
    <span className="log-about mono small">
      {about.map(([name, value]) => (
        <span key={name}>
          <span className="faint">{name}</span> <bdi>{value}</bdi>
        </span>
      ))}
    </span>
  )
}
