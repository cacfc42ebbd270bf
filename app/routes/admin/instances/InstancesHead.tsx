import { useLocation } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { ServerIcon } from '~/app/components/challenge-icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import type { EngineView } from '~/server/engines/contract'
import type { InstanceCounts } from '~/server/instances/contract'
import { TABS, type Tab } from './filter'

const REFRESH_SECONDS = 30

interface InstancesHeadProps {
  title: string
  now: number
  tab: Tab
  counts: InstanceCounts
  all: InstanceCounts
  engines: EngineView[]
  /** Beside an open instance there is only room for the tabs. */
  brief: boolean
}

export function InstancesHead({ title, now, tab, counts, all, engines, brief }: InstancesHeadProps) {
  const t = useText()
  const here = useLocation()
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <Island
          of={refresh}
          props={{ at: now, seconds: REFRESH_SECONDS, href: here.pathname + here.search }}
        />
        <div className="actions">
          <a className="btn" href="/admin/Engines">
            <ServerIcon />
            {t('engines:title')}
          </a>
        </div>
      </div>
      <div data-fresh="head">
        <EnginesBanner engines={engines} />
        {!brief && engines.length > 0 && <Figures engines={engines} counts={all} />}
        <nav className="tabs" aria-label={title}>
          {TABS.map((one) => (
            <TabLink key={one} tab={one} here={tab} count={one === 'orphans' ? null : counts[one]} />
          ))}
        </nav>
      </div>
    </>
  )
}

function TabLink({ tab, here, count }: { tab: Tab; here: Tab; count: number | null }) {
  const t = useText()
  const { number } = useFormat()
  const at = useLocation()
  const others = { state: null, reason: null, select: null, i: null, load: null }
  return (
    <a
      href={hrefWith(at, { ...others, tab: tab === 'running' ? null : tab })}
      aria-current={tab === here ? 'page' : undefined}
    >
      {t(`engines:tab.${tab}`)}
      {count !== null && (
        <>
          {' '}
          <span className={tab === 'stuck' && count > 0 ? 'count bad' : 'count'}>{number(count)}</span>
        </>
      )}
    </a>
  )
}

const sumOf = (engines: EngineView[], of: (engine: EngineView) => number) =>
  engines.reduce((sum, engine) => sum + of(engine), 0)

const gib = (mb: number) => Math.round(mb / 102.4) / 10

function Figures({ engines, counts }: { engines: EngineView[]; counts: InstanceCounts }) {
  const t = useText()
  const { number } = useFormat()
  const up = engines.filter(({ state }) => state === 'up')
  const of = (now: number, most: number) => t('engines:figure.of', { now: number(now), most: number(most) })
  const figures = [
    ['running', number(counts.running)],
    ['waiting', number(counts.queue)],
    [
      'memory',
      t('engines:figure.gib', {
        now: number(gib(sumOf(up, ({ reserved }) => reserved.memoryMb))),
        most: number(gib(sumOf(up, ({ capacity }) => capacity.memoryMb)))
      })
    ],
    [
      'cpu',
      of(sumOf(up, ({ reserved }) => reserved.cpu) / 10, sumOf(up, ({ capacity }) => capacity.cpu) / 10)
    ],
    [
      'places',
      of(
        sumOf(up, ({ reserved }) => reserved.places),
        sumOf(up, ({ capacity }) => capacity.places)
      )
    ],
    ['soon', number(sumOf(up, ({ endingSoon }) => endingSoon))]
  ]
  return (
    <dl className="strip">
      {figures.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`engines:figure.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Warns when no instance can start, or an engine needs attention. */
export function EnginesBanner({ engines }: { engines: EngineView[] }) {
  const t = useText()
  const key = troubleOf(engines)
  if (!key) return null
  return (
    <div className="flash">
      <Banner
        tone={key === 'none' || key === 'draining' ? 'info' : 'bad'}
        title={t(`engines:trouble.${key}`)}
        announce={false}
        action={
          <a className="btn sm" href="/admin/Engines">
            {t('engines:title')}
          </a>
        }
      >
        {t(`engines:trouble.${key}_text`)}
      </Banner>
    </div>
  )
}

/** Common trouble of all engines; null while one accepts starts. */
function troubleOf(engines: EngineView[]): 'none' | 'down' | 'unguarded' | 'draining' | null {
  if (engines.length === 0) return 'none'
  const up = engines.filter(({ state }) => state === 'up')
  if (up.length === 0) return 'down'
  const usable = up.filter(({ guard, accepted }) => guard !== 'unguarded' || accepted)
  if (usable.length === 0) return 'unguarded'
  return usable.every(({ draining }) => draining) ? 'draining' : null
}
