import { useLocation } from '@remix-run/react'
import { ChevronRightIcon } from '~/app/components/icons'
import { Meter, toneOf } from '~/app/components/Meter'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'
import { ChallengeName, EngineName, LeaseMeter, nameOf, StateMark, TeamName, testName } from './cells'
import type { Row, Selection } from './page'
import { remarkOf, shownState } from './words'

export const BULK_FORM = 'bulk'

interface TableProps {
  rows: Row[]
  selection: Selection
  /** CPU and memory were requested. */
  measured: boolean
}

export function RunningTable({ rows, selection, measured }: TableProps) {
  const t = useText()
  const label = (key: string) => t(`engines:column.${key}`)
  const keys = [
    'state',
    'team',
    'challenge',
    'engine',
    'left',
    ...(measured ? ['cpu', 'memory'] : []),
    'remark'
  ]
  return (
    <Table
      label={t('engines:tab.running')}
      className="dense cards instances-t running-t"
      columns={[
        { text: label('pick'), silent: true },
        ...keys.map((key) => ({ text: label(key) })),
        { text: t('admin:actions'), silent: true }
      ]}
    >
      {rows.map((one) => (
        <RunningRow key={one.row.id} {...one} selection={selection} measured={measured} />
      ))}
    </Table>
  )
}

function RunningRow({ row, lease, usage, selection, measured }: Row & Omit<TableProps, 'rows'>) {
  const t = useText()
  const label = (key: string) => t(`engines:column.${key}`)
  const remark = remarkOf(row, t)
  return (
    <tr>
      <Tick row={row} selection={selection} />
      <td>
        <StateMark state={shownState(row)} />
      </td>
      <td data-label={label('team')}>
        <TeamName row={row} />
      </td>
      <td data-label={label('challenge')}>
        <ChallengeName row={row} />
      </td>
      <td className="hide-narrow" data-label={label('engine')}>
        <EngineName engine={row.engine} />
      </td>
      <td className="m8" data-label={label('left')}>
        <LeaseMeter lease={lease} />
      </td>
      {measured && (
        <>
          <td className="m6" data-label={label('cpu')}>
            <Use now={usage && Math.round(usage.cpu * 100) / 100} most={row.cpu / 10} />
          </td>
          <td className="m6" data-label={label('memory')}>
            <Use now={usage && Math.round(usage.memoryMb)} most={row.memoryMb} />
          </td>
        </>
      )}
      <td className="rem wrap" data-label={label('remark')}>
        <span className={`small ${remark?.tone ?? ''}`}>{remark?.text}</span>
      </td>
      <DrawerLink row={row} />
    </tr>
  )
}

export function Tick({ row, selection }: { row: Row['row']; selection: Selection }) {
  const t = useText()
  const all = selection === 'all'
  return (
    <td className="fit">
      <label className="check">
        <input
          type="checkbox"
          form={BULK_FORM}
          name="ids[]"
          id={`pick-${row.id}`}
          value={row.id}
          defaultChecked={selection !== 'none'}
          disabled={all}
        />
        <span className="sr">{t('engines:pick', { name: nameOf(row) })}</span>
      </label>
    </td>
  )
}

export function DrawerLink({ row }: { row: Row['row'] }) {
  const t = useText()
  const here = useLocation()
  const href = hrefWith(here, { i: row.id, select: null, page: new URLSearchParams(here.search).get('page') })
  return (
    <td className="end">
      <a
        className="btn ghost sm icon-only"
        href={href}
        id={`open-${row.id}`}
        aria-label={t('engines:open', { name: nameOf(row) })}
      >
        <ChevronRightIcon className="flip" />
      </a>
    </td>
  )
}

function Use({ now, most }: { now: number | null; most: number }) {
  const t = useText()
  const { number } = useFormat()
  if (now === null) return <span className="faint">–</span>
  const share = most > 0 ? (100 * now) / most : 0
  return (
    <Meter
      value={number(now)}
      of={t('engines:of', { most: number(most) })}
      share={share}
      tone={toneOf(share)}
    />
  )
}

export function NarrowTable({ rows, open }: { rows: Row[]; open: string }) {
  const t = useText()
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  const label = (key: string) => t(`engines:column.${key}`)
  return (
    <Table
      label={label('instances')}
      className="dense instances-t"
      columns={['state', 'team_challenge', 'left'].map((key) => ({ text: label(key) }))}
    >
      {rows.map(({ row, lease }) => (
        <tr key={row.id} aria-current={row.id === open ? 'true' : undefined}>
          <td className="fit">
            <StateMark state={shownState(row)} />
          </td>
          <td>
            <a className="tm-link" href={hrefWith(here, { i: row.id, page })} id={`open-${row.id}`}>
              <span className="truncate">
                <bdi>{row.kind !== 'team' ? testName(row, t) : (row.team?.name ?? t('engines:gone'))}</bdi>
                <span className="sub truncate">{row.challenge?.title ?? t('engines:gone')}</span>
              </span>
            </a>
          </td>
          <td className="m8">
            <LeaseMeter lease={lease} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
