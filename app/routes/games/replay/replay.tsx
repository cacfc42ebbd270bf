import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { GameBar } from '~/app/components/game/GameBar'
import { HistoryIcon } from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import replayIsland from '~/app/islands/replay'
import { changesIn } from '~/app/islands/replay/moment'
import {
  type MomentPage,
  type ReplayProps,
  type ReplayQuery,
  readReplayQuery
} from '~/app/islands/replay/props'
import { Island } from '~/app/islands/runtime/island'
import { divisionsIn, ownRowIn, rowOf, teamsOf, viewOf } from '~/app/islands/scoreboard/live/view'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import feedStyles from '~/app/styles/patterns/feed.css?url'
import replayStyles from '~/app/styles/patterns/replay.css?url'
import styles from '~/app/styles/scoreboard.css?url'
import { isAppError } from '~/server/platform/errors'
import type { ReplayMoment } from '~/server/replay'
import { GameNews } from '../GameNews'

export const links = () => [styles, feedStyles, replayStyles].map((href) => ({ rel: 'stylesheet', href }))

const PAGE_SIZE = 50

/** The board at a moment, for readers of the ledger (docs/rules/replay.md). */
export const loader = page(async ({ services, ctx, params, url, t }) => {
  const id = idOf(params.id)
  const query = readReplayQuery(url.searchParams)
  const [{ content: _, ...game }, standing, moment] = await Promise.all([
    services.games.one(ctx, id),
    services.games.standing(ctx, id),
    services.replays.moment(ctx, id, query.at).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'ledger.not_public') return null
      throw error
    })
  ])
  const frame = { title: `${t('replay:title')} · ${game.title}`, game, now: ctx.now.getTime() }
  if (!moment) return { ...frame, replay: null }
  const own = standing?.status === 'Accepted' ? standing.participationId : null
  const divisions = game.organizations ?? []
  const { start, end, course, cards } = moment
  const replay: ReplayProps = {
    ...{ gameId: id, start, end, own, course, divisions },
    last: game.over ? 'at_end' : 'board',
    query: { ...query, at: moment.at },
    challenges: [...cards.challenges].map(([id, { labels: _, ...card }]) => [id, card]),
    moment: pageOf(moment, query, own, divisions)
  }
  return { ...frame, replay }
})

function pageOf(
  moment: ReplayMoment,
  query: ReplayQuery,
  own: number | null,
  divisions: string[]
): MomentPage {
  const { state, cards, at, entries, total, final } = moment
  const view = viewOf({ state, cards }, null, { changedAt: at, news: new Map() })
  const teams = teamsOf(view, { division: query.division, search: '' })
  const pages = Math.max(1, Math.ceil(teams.length / PAGE_SIZE))
  const page = Math.min(query.page, pages)
  const offset = (page - 1) * PAGE_SIZE
  const rows = teams.slice(offset, offset + PAGE_SIZE).map((team) => rowOf(team, view))
  const ownRow = ownRowIn(view, own, { division: query.division })
  return {
    ...{ at, entries, total, rows, ownRow, offset, page, pages },
    bonus: view.bonus,
    columns: [...view.columns],
    divisions: divisionsIn(view, divisions),
    teams: view.ranking.length,
    found: teams.length,
    final: [...rows, ...(ownRow ? [ownRow] : [])].flatMap(({ id }) => {
      const place = final.get(id)
      return place ? [[id, place.rank, place.divisionRank] as const] : []
    }) as MomentPage['final'],
    latest: changesIn(view, moment.latest)
  }
}

function NotYet() {
  const t = useText()
  return (
    <EmptyState icon={HistoryIcon} title={t('replay:title')}>
      {t('replay:not_yet')}
    </EmptyState>
  )
}

export default function ReplayPage() {
  const { game, replay, now } = useLoaderData<typeof loader>()
  return (
    <>
      <GameBar game={game} current="scoreboard" now={now} />
      <Main className="wide flush">
        {replay ? <Island of={replayIsland} props={replay} /> : <NotYet />}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
