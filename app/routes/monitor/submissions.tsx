import { useLoaderData } from '@remix-run/react'
import monitorIsland from '~/app/islands/monitor'
import type { MonitorProps } from '~/app/islands/monitor/props'
import { readQuery } from '~/app/islands/monitor/query'
import { Island } from '~/app/islands/runtime/island'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import gameStyles from '~/app/styles/patterns/game.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import { cursorText } from '~/server/monitoring/contract'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import { MonitorFrame } from './MonitorFrame'
import { pageWithin, watchedGame } from './watched'

export const links = () =>
  [gameStyles, adminStyles, monitorStyles].map((href) => ({ rel: 'stylesheet', href }))

/** behaviour.md 13.6 */
const ROWS_A_PAGE = 50

export const loader = page('Monitor', async (args) => {
  const { services, ctx, url, t } = args
  const { game, cheats, now, moving } = await watchedGame(args)
  const { monitoring } = services
  const query = readQuery(url.searchParams, ANSWER_RESULTS, [])
  const filter = { ...query, type: ANSWER_RESULTS.find((type) => type === query.type) }
  // First of all: whatever is judged from here on comes by the socket.
  const head = await monitoring.head(game.id)
  const [total, figures, challenges, team] = await Promise.all([
    monitoring.submissionCount(ctx, game.id, filter),
    monitoring.figures(ctx, game.id, head),
    monitoring.challenges(ctx, game.id),
    query.team ? monitoring.teamName(ctx, game.id, query.team) : null
  ])
  const { page, pages, skip } = pageWithin(query.page, total, ROWS_A_PAGE)
  const rows = await monitoring.submissions(ctx, game.id, filter, { count: ROWS_A_PAGE, skip })
  const view: MonitorProps = {
    gameId: game.id,
    now,
    moving,
    cursor: cursorText(head),
    query,
    challenges,
    team,
    content: { list: 'submissions', rows, total, page, pages, figures }
  }
  return { title: `${t('monitor:tab.Submissions')} · ${game.title}`, game, cheats, now, view }
})

export default function Submissions() {
  const { game, cheats, now, view } = useLoaderData<typeof loader>()
  return (
    <MonitorFrame game={game} tab="Submissions" cheats={cheats} now={now}>
      <Island of={monitorIsland} props={view} />
    </MonitorFrame>
  )
}
