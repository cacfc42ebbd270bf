import { Banner } from '~/app/components/Banner'
import { Pagination } from '~/app/components/table/Pagination'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { LiveTools } from '../runtime/LiveTools'
import { useHydrated } from '../runtime/use-hydrated'
import { EventTable } from './EventTable'
import { MonitorTools } from './MonitorTools'
import { Numbers } from './Numbers'
import type { MonitorProps } from './props'
import { hrefOf, positionOfRow, type Query } from './query'
import { SubmissionTable } from './SubmissionTable'
import { useNews } from './use-news'

const SIZE = { submissions: 50, events: 30 }

export function Monitor(props: MonitorProps) {
  const { moving, query, challenges, content } = props
  const t = useText()
  const { clock } = useFormat()
  const hydrated = useHydrated()
  const news = useNews(props)
  const { rows, total, fresh } = news
  const live = moving && content.page === 1

  return (
    <>
      {content.list === 'submissions' && <Numbers figures={news.figures} now={news.now} />}
      <MonitorTools list={content.list} query={query} challenges={challenges} team={props.team}>
        {hydrated && live && (
          <LiveTools
            {...news}
            text={{
              follow: t('monitor:follow'),
              waiting: news.waiting > 0 ? t('monitor:waiting', { count: news.waiting }) : null
            }}
          >
            {news.at !== null && <span>{clock(new Date(news.at))}</span>}
          </LiveTools>
        )}
        {!live && (
          <span className="live">
            {t(moving ? 'monitor:page_still' : 'monitor:ended')}{' '}
            {moving && <a href={hrefOf(query)}>{t('monitor:to_first')}</a>}
          </span>
        )}
      </MonitorTools>
      {live && news.connection === 'offline' && (
        <Banner tone="bad" inline>
          {t(`monitor:${content.list}.failed`)}
        </Banner>
      )}
      {rows.list === 'submissions' ? (
        <SubmissionTable {...props} rows={rows.rows} fresh={fresh} />
      ) : (
        <EventTable {...props} rows={rows.rows} fresh={fresh} />
      )}
      {total > 0 && (
        <div className="table-foot">
          <span>{t('monitor:place', { ...place(content, rows.rows.length), total })}</span>
          <Pagination
            page={content.page}
            pages={content.pages}
            href={(page) => hrefOf(query, { page })}
            beside={(page) => hrefOf(query, { page, ...beside(rows, page > content.page) })}
          />
        </div>
      )}
    </>
  )
}

/** Position after the shown rows, so that the next page continues there whatever arrives. */
function beside({ list, rows }: ReturnType<typeof useNews>['rows'], older: boolean): Partial<Query> {
  const ends =
    list === 'submissions'
      ? rows.map(({ time, id }) => [time, `s${id}`] as const)
      : rows.map(({ time, key }) => [time, key] as const)
  const end = ends.at(older ? -1 : 0)
  return end ? { [older ? 'older' : 'newer']: positionOfRow(...end) } : {}
}

function place({ list, page }: MonitorProps['content'], shown: number) {
  const from = (page - 1) * SIZE[list] + 1
  return { from, to: from + shown - 1 }
}
