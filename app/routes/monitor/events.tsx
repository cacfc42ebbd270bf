import { useLoaderData } from '@remix-run/react'
import monitorIsland from '~/app/islands/monitor'
import type { MonitorProps } from '~/app/islands/monitor/props'
import { readQuery } from '~/app/islands/monitor/query'
import { Island } from '~/app/islands/runtime/island'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import gameStyles from '~/app/styles/patterns/game.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import { cursorText, EVENT_KINDS } from '~/server/monitoring/contract'
import { MonitorFrame } from './MonitorFrame'
import { pageWithin, watchedGame } from './watched'

export const links = () =>
  [gameStyles, adminStyles, monitorStyles].map((href) => ({ rel: 'stylesheet', href }))

/** behaviour.md 13.6 */
const ROWS_A_PAGE = 30

export const loader = page('Monitor', async (args) => {
  const { services, ctx, url, t } = args
  const { game, cheats, now, moving } = await watchedGame(args)
  const { monitoring } = services
  const query = readQuery(url.searchParams, [], EVENT_KINDS)
  const filter = { ...query, kind: EVENT_KINDS.find((kind) => kind === query.kind), hideContainer: false }
  // First of all: whatever happens from here on comes by the socket.
  const head = await monitoring.head(game.id)
  const [total, challenges, team] = await Promise.all([
    monitoring.eventCount(ctx, game.id, filter),
    monitoring.challenges(ctx, game.id),
    query.team ? monitoring.teamName(ctx, game.id, query.team) : null
  ])
  const { page, pages, skip } = pageWithin(query.page, total, ROWS_A_PAGE)
  const rows = await monitoring.events(ctx, game.id, filter, { count: ROWS_A_PAGE, skip })
  const view: MonitorProps = {
    gameId: game.id,
    now,
    moving,
    cursor: cursorText(head),
    query,
    challenges,
    team,
    content: { list: 'events', rows, total, page, pages }
  }
  return { title: `${t('monitor:tab.Events')} · ${game.title}`, game, cheats, now, view }
})

export default function Events() {
  const { game, cheats, now, view } = useLoaderData<typeof loader>()
  return (
    <MonitorFrame game={game} tab="Events" cheats={cheats} now={now}>
      <Island of={monitorIsland} props={view} />
    </MonitorFrame>
  )
}
