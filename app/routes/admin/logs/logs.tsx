import { useLoaderData } from '@remix-run/react'
import logsIsland from '~/app/islands/logs'
import type { LogsProps } from '~/app/islands/logs/props'
import { Island } from '~/app/islands/runtime/island'
import { page } from '~/app/request/page'
import { matchesSearch, pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import logsStyles from '~/app/styles/patterns/logs.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import { LOG_LEVELS } from '~/server/logs/contract'
import { AdminFrame } from '../AdminFrame'
import { LogsHead } from './LogsHead'

export const links = () =>
  [adminStyles, monitorStyles, logsStyles].map((href) => ({ rel: 'stylesheet', href }))

const ROWS_PER_PAGE = 50

export const loader = page('Admin', async ({ services, ctx, url, t, translator }) => {
  const { searchParams } = url
  const level = LOG_LEVELS.find((one) => one === searchParams.get('level')) ?? null
  const search = readSearch(searchParams, 'search')
  const texts = translator.labels(ctx.locale, ['logs']).logs?.event ?? {}
  const events = Object.entries(texts)
    .filter(([, text]) => typeof text === 'string' && matchesSearch(search, text))
    .map(([event]) => event)
  // Read first: later events come by socket.
  const head = await services.logs.head()
  const { rows, ...place } = await pageFrom(searchParams.get('page'), ROWS_PER_PAGE, (part) =>
    services.logs.page(ctx, { level, search, events }, part)
  )
  const view: LogsProps = {
    now: ctx.now.getTime(),
    head,
    query: { level, search },
    rows,
    total: place.total,
    page: place.page,
    pages: place.pages
  }
  return { title: t('logs:title'), view }
})

export default function Logs() {
  const { title, view } = useLoaderData<typeof loader>()
  return (
    <AdminFrame>
      <LogsHead tab="logs" title={title} />
      <Island of={logsIsland} props={view} />
    </AdminFrame>
  )
}
