import { useLocation } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { EmptyState } from '~/app/components/EmptyState'
import { BoxIcon, CircleCheckIcon } from '~/app/components/icons'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { hrefWith, type PageOf } from '~/app/request/paging'
import type { EngineView } from '~/server/engines/contract'
import type { OrphanView, QueueReason } from '~/server/instances/contract'
import { NothingFits } from '../ListHead'
import { BulkBar } from './BulkBar'
import type { Tab } from './filter'
import { EndedTable, OrphansTable, QueueTable, StuckTable } from './OtherTables'
import type { Row, Selection } from './page'
import { RunningTable } from './RunningTable'
import { helpFor } from './words'

interface InstanceListProps {
  tab: Tab
  now: number
  rows: Row[]
  place: Omit<PageOf<unknown>, 'rows'>
  selection: Selection
  filtered: boolean
  measured: boolean
  /** Loads were requested but not returned. */
  silent: boolean
}

export function InstanceList(props: InstanceListProps) {
  const { tab, now, rows, place, selection, filtered, measured, silent } = props
  const t = useText()
  if (rows.length === 0) return <Nothing tab={tab} filtered={filtered} />
  const choosable = tab === 'running' || tab === 'queue'
  return (
    <div className="choosing">
      {silent && (
        <div className="flash">
          <Banner inline announce={false}>
            {t('watch:silent')}
          </Banner>
        </div>
      )}
      {tab === 'queue' && <WhyBanner rows={rows} />}
      {tab === 'stuck' && (
        <div className="flash">
          <Banner tone="bad" title={t('engines:stuck_title')} announce={false}>
            {t('engines:stuck_text')}
          </Banner>
        </div>
      )}
      {tab === 'running' && <RunningTable rows={rows} selection={selection} measured={measured} />}
      {tab === 'queue' && <QueueTable rows={rows} now={now} selection={selection} />}
      {tab === 'stuck' && <StuckTable rows={rows} now={now} />}
      {tab === 'ended' && <EndedTable rows={rows} now={now} />}
      {choosable && <BulkBar selection={selection} total={place.total} extends={tab === 'running'} />}
      {choosable && selection === 'none' && <Choosers shown={rows.length} total={place.total} />}
      <ListFoot place={place} label="admin:place" />
    </div>
  )
}

function Choosers({ shown, total }: { shown: number; total: number }) {
  const t = useText()
  const { number } = useFormat()
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  return (
    <p className="row small mt">
      <a className="link small" href={hrefWith(here, { select: 'page', page })}>
        {t('engines:bulk.choose_page', { count: shown })}
      </a>
      {total > shown && (
        <a className="link small" href={hrefWith(here, { select: 'all', page })}>
          {t('engines:bulk.choose_all', { total: number(total) })}
        </a>
      )}
    </p>
  )
}

function WhyBanner({ rows }: { rows: Row[] }) {
  const t = useText()
  const counts = new Map<QueueReason, number>()
  for (const { row } of rows) if (row.waitsFor) counts.set(row.waitsFor, (counts.get(row.waitsFor) ?? 0) + 1)
  const [top] = [...counts].sort(([, a], [, b]) => b - a)
  const help = top && helpFor(top[0])
  if (!top || !help || top[1] * 2 <= rows.length) return null
  return (
    <div className="flash">
      <Banner
        title={t(`containers:test.waits.${top[0]}`)}
        announce={false}
        action={
          <a className="btn sm" href={help.href}>
            {t(help.key)}
          </a>
        }
      >
        {t('engines:why_many', { count: top[1] })}
      </Banner>
    </div>
  )
}

function Nothing({ tab, filtered }: { tab: Tab; filtered: boolean }) {
  const t = useText()
  const { pathname } = useLocation()
  const all = tab === 'running' ? pathname : `${pathname}?tab=${tab}`
  if (filtered) return <NothingFits title={t('engines:empty.fits')} href={all} />
  const fine = tab === 'queue' || tab === 'stuck'
  return (
    <EmptyState
      title={t(`engines:empty.${tab}`)}
      icon={fine ? CircleCheckIcon : BoxIcon}
      action={
        tab === 'running' && (
          <a className="btn" href="/admin/Engines">
            {t('engines:title')}
          </a>
        )
      }
    >
      {t(`engines:empty.${tab}_text`)}
    </EmptyState>
  )
}

interface OrphanListProps {
  /** Null when no engine responds. */
  orphans: OrphanView[] | null
  engines: EngineView[]
  now: number
}

export function OrphanList({ orphans, engines, now }: OrphanListProps) {
  const t = useText()
  const removed = engines.reduce((sum, { orphansRemoved }) => sum + orphansRemoved, 0)
  return (
    <div className="stack-16 mt">
      {orphans === null && (
        <Banner title={t('engines:orphans.silent')} announce={false}>
          {t('engines:orphans.silent_text')}
        </Banner>
      )}
      {orphans?.length === 0 && (
        <EmptyState title={t('engines:empty.orphans')} icon={CircleCheckIcon}>
          {t('engines:empty.orphans_text')}
        </EmptyState>
      )}
      {orphans !== null && orphans.length > 0 && (
        <>
          <OrphansTable orphans={orphans} now={now} />
          <p className="hint">{t('engines:orphans.hint')}</p>
        </>
      )}
      {removed > 0 && <p className="hint">{t('engines:orphans.removed', { count: removed })}</p>}
    </div>
  )
}
