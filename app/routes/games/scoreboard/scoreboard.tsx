import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { GameBar, gameBarOf } from '~/app/components/game/GameBar'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { MAX_NOTICES } from '~/app/islands/challenges/news/notice-feed'
import newsIsland from '~/app/islands/news'
import { type FeedNotice, isToasted } from '~/app/islands/news/notice'
import projectorIsland from '~/app/islands/projector'
import { Island } from '~/app/islands/runtime/island'
import scoreboardIsland from '~/app/islands/scoreboard'
import type { ScoreboardProps } from '~/app/islands/scoreboard/props'
import { PROJECTOR, readQuery } from '~/app/islands/scoreboard/query'
import { secondsOf, stepOf } from '~/app/islands/scoreboard/times'
import { countriesIn } from '~/app/request/countries'
import { idOf } from '~/app/request/ids'
import { page, pathOf, type ViewArgs } from '~/app/request/page'
import { Slot } from '~/app/request/page/slot'
import type { Templated } from '~/app/request/page/template'
import { hasOutline, outline } from '~/app/routes/games/scoreboard/outline'
import projectorStyles from '~/app/styles/patterns/projector.css?url'
import styles from '~/app/styles/scoreboard.css?url'
import { mayIn } from '~/server/access/contract'
import { type GamePhase, gamePhase } from '~/server/games/contract'
import { BoardNotReady } from '../BoardNotReady'
import { feedOf } from '../challenges/rendered-notices'
import { ready, readySnapshot } from '../ready-board'
import { LINED_UP, Lineup } from './Lineup'
import { bareOf, projectorOf } from './projector'
import { boardPage, countryIn, ownPlaceOf, teamDetail } from './scoreboard-view'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** The newest notice, except notices of solves. */
async function newestNotice({ services, ctx }: ViewArgs, game: number): Promise<FeedNotice | null> {
  const notices = feedOf(await services.notices.list(ctx, game, { count: MAX_NOTICES, skip: 0 }))
  return notices.find(isToasted) ?? null
}

async function lineupIn({ services, ctx }: ViewArgs, id: number, page: number, own: number | null) {
  const at = (from: number) =>
    services.participations.lineup(ctx, id, { count: LINED_UP, skip: from * LINED_UP })
  const requested = await at(page - 1)
  if (requested.total > 0 || page === 1) return { ...requested, page, own }
  return { ...(await at(0)), page: 1, own }
}

/** From the start on, everybody who sees the game (docs/rules/interface.md#pages-and-roles). */
const load = async (args: ViewArgs) => {
  const { services, ctx, params, url, t } = args
  const id = idOf(params.id)
  const [{ content, ...game }, standing] = await Promise.all([
    services.games.one(ctx, id),
    services.games.standing(ctx, id)
  ])
  const [start, end] = [new Date(game.start), new Date(game.ends.final)]
  const now = ctx.now.getTime()
  const phase = gamePhase({ start, end }, ctx.now)
  const started = phase !== 'before'
  const title = `${t('games:bar.scoreboard')} · ${game.title}`
  const query = readQuery(url.searchParams)
  const projected = url.searchParams.get(PROJECTOR[0]) === PROJECTOR[1]
  const empty = { view: null, asOf: null, screen: null, lineup: null }
  const frame = { title, game, started, here: pathOf(args), now, ...empty }
  if (projected) {
    const snapshot = started ? await readySnapshot(args, id) : null
    const notice = snapshot && (await newestNotice(args, id))
    const screen = snapshot && projectorOf(snapshot.view(), game, query, { now, notice })
    return { ...frame, screen, bare: bareOf(id, query, screen) }
  }
  const accepted = standing?.status === 'Accepted'
  const own = accepted ? standing.participationId : null
  if (!started) return { ...frame, lineup: await lineupIn(args, id, query.page, own), bare: null }
  const choice = { query, own, divisions: game.organizations ?? [] }
  const { boards } = services
  const [served, around] = await Promise.all([
    ready(boardPage(boards, id, choice)),
    own === null ? null : ready(boards.around(id, own, 1))
  ])
  if (!served) return { ...frame, bare: null }
  const { countries, ...board } = served
  const view: ScoreboardProps = {
    gameId: id,
    start: start.getTime(),
    end: end.getTime(),
    freeze: game.freeze === null ? null : Date.parse(game.freeze),
    sealed: await sealedOf(args, game, own),
    now: stepOf(now, end.getTime()),
    query,
    own,
    standing: ctx.actor && { status: game.status, division: game.organization },
    followed: await services.follows.list(ctx, id),
    open: phase === 'running' || game.practiceMode,
    staff: mayIn(ctx.actor, game.id, 'watch'),
    replay: isReplayed(id, phase, game.freeze, args),
    countries: namesOf(countries, ctx.locale),
    board,
    place: around && ownPlaceOf(around),
    team: query.team === null ? null : teamDetail(await ready(boards.team(id, query.team)))
  }
  const asOf = boards.asOf(id)
  const country = countryIn(countries, query.country)
  return { ...frame, view: { ...view, query: { ...query, country, page: board.page } }, asOf, bare: null }
}
export const loader = page(load)

type Data = Awaited<ReturnType<typeof load>>
type Shown = Data & { view: ScoreboardProps }

/** Only the board has templates, not the projector or messages. */
export const templated: Templated<Shown> = {
  reader: 'anybody',
  async load(args) {
    const data = await load(args)
    return data.view && { ...data, view: data.view }
  },
  frame: ({ title }) => ({ title, view: true }),
  slots: {
    bar: ({ game, now }, { viewer }) => gameBarOf({ game, current: 'scoreboard', now }, viewer),
    board: (data) => (data.asOf === null ? boardOf(data.view) : <Board {...data} />)
  }
}

/** The board; shows its age when it may be old (docs/rules/scoring.md#boards-without-redis). */
function Board({ view, asOf, now }: { view: ScoreboardProps; asOf: number | null; now: number }) {
  const t = useText()
  return (
    <>
      {asOf !== null && (
        <div className="mt">
          <Banner tone="warn" inline>
            {t('games:board_as_of', {
              time: `${secondsOf(asOf)} UTC`,
              seconds: secondsSince(asOf, now)
            })}
          </Banner>
        </div>
      )}
      {boardOf(view)}
    </>
  )
}

const boardOf = (view: ScoreboardProps) => (
  <Island of={scoreboardIsland} props={view} kept outline={hasOutline(view.query) ? outline : undefined} />
)

/** Whether the reader may see earlier boards (docs/rules/replay.md#who-sees-it). */
const isReplayed = (gameId: number, phase: GamePhase, freeze: string | null, { ctx }: ViewArgs) =>
  mayIn(ctx.actor, gameId, 'corrections') ||
  (phase === 'ended' && (freeze === null || new Date(freeze) > ctx.now))

/** Challenges that the reader's team has solved since the freeze. */
const sealedOf = async (
  { services, ctx }: ViewArgs,
  game: { id: number; freeze: string | null },
  own: number | null
) => {
  const freeze = game.freeze === null ? null : new Date(game.freeze)
  return own === null || freeze === null || ctx.now < freeze
    ? []
    : services.submissions.behindFreeze(game.id, own, freeze)
}

const namesOf = (codes: readonly string[], locale: string) =>
  codes.length === 0
    ? []
    : countriesIn(locale).flatMap(({ code, name }) => (codes.includes(code) ? [[code, name] as const] : []))

const secondsSince = (at: number, now: number) => Math.max(0, Math.round((now - at) / 1000))

const NOBODY = { teams: [], total: 0, page: 1, own: null }

function Waiting({ game, now, lineup }: Pick<Data, 'game' | 'now' | 'lineup'>) {
  const { id, start, status, organization, unread } = game
  const news = { id, title: null, own: { status, division: organization, unread } }
  return (
    <>
      <Lineup gameId={id} start={Date.parse(start)} now={now} {...(lineup ?? NOBODY)} />
      {status !== 'Unsubmitted' && <Island of={newsIsland} props={{ games: [news] }} on="idle" />}
    </>
  )
}

export default function ScoreboardPage() {
  const { game, view, asOf, screen, bare, started, here, now, lineup } = useLoaderData<typeof loader>()
  const t = useText()
  if (screen)
    return (
      <>
        <link rel="stylesheet" href={projectorStyles} />
        <Island of={projectorIsland} props={screen} />
      </>
    )
  return (
    <>
      {!bare && <Slot name="bar">{() => <GameBar game={game} current="scoreboard" now={now} />}</Slot>}
      <Main className="wide flush">
        <h1 className="sr">{t('games:bar.scoreboard')}</h1>
        {view ? (
          <Slot name="board">{() => <Board view={view} asOf={asOf} now={now} />}</Slot>
        ) : started ? (
          <BoardNotReady here={here} />
        ) : (
          <Waiting game={game} now={now} lineup={lineup} />
        )}
      </Main>
    </>
  )
}
