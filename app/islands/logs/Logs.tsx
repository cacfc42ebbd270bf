import { Banner } from '~/app/components/Banner'
import { SearchField } from '~/app/components/form/SearchField'
import { Pagination } from '~/app/components/table/Pagination'
import { useText } from '~/app/i18n/text'
import type { LogLevel } from '~/server/logs/contract'
import { LiveTools } from '../runtime/LiveTools'
import { useHydrated } from '../runtime/use-hydrated'
import { LogTable } from './LogTable'
import { hrefOf } from './list'
import type { LogQuery, LogsProps } from './props'
import { useLogs } from './use-logs'

const LEVELS: LogLevel[] = ['Information', 'Warning', 'Error', 'Fatal']
const SIZE = 50

export function Logs(props: LogsProps) {
  const { now, query, page, pages } = props
  const t = useText()
  const hydrated = useHydrated()
  const news = useLogs(props)
  const { rows, total } = news
  const from = (page - 1) * SIZE + 1

  return (
    <>
      <Tools query={query}>
        {hydrated && page === 1 && (
          <LiveTools
            {...news}
            text={{
              follow: t('logs:follow'),
              waiting: news.waiting > 0 ? t('logs:waiting', { count: news.waiting }) : null
            }}
          />
        )}
        {page > 1 && (
          <span className="live">
            {t('logs:still')} <a href={hrefOf(query)}>{t('logs:to_first')}</a>
          </span>
        )}
      </Tools>
      {page === 1 && news.connection === 'offline' && (
        <Banner tone="bad" inline>
          {t('logs:failed')}
        </Banner>
      )}
      <LogTable
        rows={rows}
        fresh={news.fresh}
        filtered={query.level !== null || query.search !== ''}
        now={now}
      />
      {total > 0 && (
        <div className="table-foot">
          <span>{t('logs:place', { from, to: from + rows.length - 1, total })}</span>
          <Pagination page={page} pages={pages} href={(wanted) => hrefOf(query, wanted)} />
        </div>
      )}
    </>
  )
}

function Tools({ query, children }: { query: LogQuery; children: React.ReactNode }) {
  const t = useText()
  const tab = (level: LogLevel | null, label: string) => (
    <a
      key={label}
      href={hrefOf({ ...query, level })}
      aria-current={query.level === level ? 'true' : undefined}
    >
      {label}
    </a>
  )
  return (
    <div className="table-tools">
      <nav className="segmented" aria-label={t('logs:filter.level')}>
        {tab(null, t('logs:filter.all'))}
        {LEVELS.map((level) => tab(level, t(`logs:level.${level}`)))}
      </nav>
      <form className="filters" method="get">
        {query.level && <input type="hidden" name="level" value={query.level} />}
        <SearchField name="search" label={t('logs:filter.search')} value={query.search} />
        <button type="submit" className="btn">
          {t('logs:filter.apply')}
        </button>
      </form>
      <div className="row push">{children}</div>
    </div>
  )
}
