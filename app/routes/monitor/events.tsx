import { useLoaderData } from '@remix-run/react'
import { readQuery } from '~/app/islands/monitor/query'
import { page } from '~/app/request/page'
import { EVENT_KINDS } from '~/server/monitoring/contract'
import { GrowingList, monitorLinks } from './GrowingList'
import { growingList, rowsOf } from './monitor-lists'

export const links = monitorLinks

const ROWS_PER_PAGE = 30

export const loader = page('watch', (args) => {
  const { services, ctx, url } = args
  const { eventCount, events } = services.monitoring
  const query = readQuery(url.searchParams, [], EVENT_KINDS)
  const filter = { ...query, kind: EVENT_KINDS.find((kind) => kind === query.kind), hideContainer: false }
  return growingList(args, 'Events', query, async (gameId) => {
    const total = await eventCount(ctx, gameId, filter)
    const place = await rowsOf(query, { total, size: ROWS_PER_PAGE }, (part) =>
      events(ctx, gameId, filter, part)
    )
    return { list: 'events', total, ...place }
  })
})

export default function Events() {
  return <GrowingList tab="Events" {...useLoaderData<typeof loader>()} />
}
