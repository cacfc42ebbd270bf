import { useLoaderData } from '@remix-run/react'
import { readQuery } from '~/app/islands/monitor/query'
import { page } from '~/app/request/page'
import { EVENT_KINDS } from '~/server/monitoring/contract'
import { GrowingList, monitorLinks } from './GrowingList'
import { growingList, pageWithin } from './watched'

export const links = monitorLinks

/** behaviour.md 13.6 */
const ROWS_A_PAGE = 30

export const loader = page('Monitor', (args) => {
  const { services, ctx, url } = args
  const { eventCount, events } = services.monitoring
  const query = readQuery(url.searchParams, [], EVENT_KINDS)
  const filter = { ...query, kind: EVENT_KINDS.find((kind) => kind === query.kind), hideContainer: false }
  return growingList(args, 'Events', query, async (gameId) => {
    const total = await eventCount(ctx, gameId, filter)
    const { skip, ...place } = pageWithin(query.page, total, ROWS_A_PAGE)
    const rows = await events(ctx, gameId, filter, { count: ROWS_A_PAGE, skip })
    return { list: 'events', rows, total, ...place }
  })
})

export default function Events() {
  return <GrowingList tab="Events" {...useLoaderData<typeof loader>()} />
}
