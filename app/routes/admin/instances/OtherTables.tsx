import { Countdown } from '~/app/components/game/Countdown'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceRow, OrphanView } from '~/server/instances/contract'
import { ChallengeName, EngineName, ReasonMark, TeamName, When } from './cells'
import type { Row, Selection } from './page'
import { DrawerLink, Tick } from './RunningTable'
import { StuckActs } from './StuckActs'
import { helpFor } from './words'

interface TableProps {
  rows: Row[]
  now: number
}

function InstancesTable({ tab, keys, children }: { tab: string; keys: string[]; children: React.ReactNode }) {
  const t = useText()
  const text = (key: string) => t(`engines:column.${key}`)
  const columns = keys.map((key) =>
    key === 'pick'
      ? { text: text(key), silent: true }
      : { text: text(key), num: key === 'tries' || key === 'lived' }
  )
  return (
    <Table
      label={t(`engines:tab.${tab}`)}
      className="dense cards instances-t"
      columns={[...columns, { text: t('admin:actions'), silent: true }]}
    >
      {children}
    </Table>
  )
}

function Names({ row }: { row: InstanceRow }) {
  const t = useText()
  return (
    <>
      <td data-label={t('engines:column.team')}>
        <TeamName row={row} />
      </td>
      <td data-label={t('engines:column.challenge')}>
        <ChallengeName row={row} />
      </td>
    </>
  )
}

export function QueueTable({ rows, now, selection }: TableProps & { selection: Selection }) {
  const t = useText()
  const { span } = useFormat()
  const label = (key: string) => t(`engines:column.${key}`)
  return (
    <InstancesTable tab="queue" keys={['pick', 'team', 'challenge', 'asked', 'waits', 'why', 'helps']}>
      {rows.map(({ row }) => {
        const help = helpFor(row.waitsFor)
        return (
          <tr key={row.id}>
            <Tick row={row} selection={selection} />
            <Names row={row} />
            <td className="mono small nowrap" data-label={label('asked')}>
              <When at={row.requestedAt} now={now} />
            </td>
            <td className="nowrap" data-label={label('waits')}>
              {span(now - row.requestedAt)}
            </td>
            <td className="wrap muted" data-label={label('why')}>
              {row.waitsFor ? t(`containers:test.waits.${row.waitsFor}`) : t('engines:waits_unknown')}
            </td>
            <td data-label={label('helps')}>
              {help ? (
                <a className="link small" href={help.href}>
                  {t(help.key)}
                </a>
              ) : (
                <span className="faint">–</span>
              )}
            </td>
            <DrawerLink row={row} />
          </tr>
        )
      })}
    </InstancesTable>
  )
}

export function StuckTable({ rows, now }: TableProps) {
  const t = useText()
  const { countdown } = useFormat()
  const label = (key: string) => t(`engines:column.${key}`)
  return (
    <InstancesTable
      tab="stuck"
      keys={['team', 'challenge', 'engine', 'ended_by', 'tries', 'next', 'answer', 'helps']}
    >
      {rows.map(({ row }) => (
        <tr key={row.id}>
          <Names row={row} />
          <td data-label={label('engine')}>
            <EngineName engine={row.engine} />
          </td>
          <td className="wrap" data-label={label('ended_by')}>
            {row.reason ? t(`instances:reason.${row.reason}`) : '–'}
          </td>
          <td className="num" data-label={label('tries')}>
            {row.attempts}
          </td>
          <td className="nowrap" data-label={label('next')}>
            {row.nextAt === null ? (
              '–'
            ) : row.nextAt <= now ? (
              t('engines:now')
            ) : (
              <Countdown until={row.nextAt}>{countdown(row.nextAt - now)}</Countdown>
            )}
          </td>
          <td className="wrap" data-label={label('answer')}>
            {row.detail ? <code>{row.detail}</code> : <span className="faint">{t('engines:no_answer')}</span>}
          </td>
          <td className="nowrap" data-label={label('helps')}>
            <StuckActs id={row.id} />
          </td>
          <DrawerLink row={row} />
        </tr>
      ))}
    </InstancesTable>
  )
}

export function EndedTable({ rows, now }: TableProps) {
  const t = useText()
  const { countdown } = useFormat()
  const label = (key: string) => t(`engines:column.${key}`)
  return (
    <InstancesTable tab="ended" keys={['ended', 'reason', 'team', 'challenge', 'engine', 'lived']}>
      {rows.map(({ row }) => (
        <tr key={row.id}>
          <td className="mono small nowrap" data-label={label('ended')}>
            <When at={row.endedAt} now={now} />
          </td>
          <td data-label={label('reason')}>
            <ReasonMark reason={row.reason} error={row.error} />
          </td>
          <Names row={row} />
          <td className="hide-narrow" data-label={label('engine')}>
            <EngineName engine={row.engine} />
          </td>
          <td className="num" data-label={label('lived')}>
            {row.readyAt !== null && row.endedAt !== null ? countdown(row.endedAt - row.readyAt) : '–'}
          </td>
          <DrawerLink row={row} />
        </tr>
      ))}
    </InstancesTable>
  )
}

export function OrphansTable({ orphans, now }: { orphans: OrphanView[]; now: number }) {
  const t = useText()
  const label = (key: string) => t(`engines:column.${key}`)
  return (
    <Table
      label={t('engines:tab.orphans')}
      className="cards"
      columns={['object', 'kind', 'belonged', 'made'].map((key) => ({ text: label(key) }))}
    >
      {orphans.map(({ kind, id, name, instance, createdAt }) => (
        <tr key={`${kind}${id}`}>
          <td className="wrap">
            <code>{name}</code>
          </td>
          <td data-label={label('kind')}>{t(`engines:object.${kind}`)}</td>
          <td className="wrap" data-label={label('belonged')}>
            <code className="small">{instance}</code>
          </td>
          <td className="mono small nowrap" data-label={label('made')}>
            <When at={createdAt} now={now} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
