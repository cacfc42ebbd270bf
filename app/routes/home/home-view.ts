import { highlightsOf } from '~/app/components/game/highlights'
import { inlineMarkdown, markdown } from '~/app/components/markdown/render-markdown'
import type { Format } from '~/app/i18n/format'
import { MAX_NOTICES } from '~/app/islands/challenges/news/notice-feed'
import { shareValue } from '~/app/rendering/render-cache'
import { readNoticeQuery } from '~/app/request/notice-filter'
import { loadWithTimeout } from '~/app/request/optional-part'
import type { ViewArgs } from '~/app/request/page'
import { createMemo } from '~/app/request/page/memo'
import type { BoardItem, Part } from '~/scoring'
import { pauseAt } from '~/server/games/constants'
import { frozenSince, type GameCard, type HomeGames } from '~/server/games/contract'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import type { PostCard } from '~/server/posts/contract'
import { playsIn, viewBetweenGames } from './between-games'
import { feedOf, organisersOf } from './home-news'
import { playerView } from './player'
import { type Race, raceOf } from './race'

const LEADERS = 5
/** Teams that are read for the chart. */
const RACED = 10
const RECENT = 3
const POSTS = 6
const NO_NEWS: never[] = []
/** Games whose news are told here. */
const FOLLOWED = 3

/** The first running game in which the reader plays, else the first; they are in the order of their ends. */
async function chosen({ services, ctx }: ViewArgs, running: GameCard[]) {
  const played = await services.games.playing(
    ctx,
    running.map(({ id }) => id)
  )
  const card = running.find(({ id }) => played.has(id)) ?? running[0]
  const standing = card ? await services.games.standing(ctx, card.id) : null
  const followed = running.filter((game) => played.has(game.id) || (standing && game === card))
  const news = followed.slice(0, FOLLOWED).map(({ id, title }) => ({ id, title, own: null }))
  return { card, standing, news }
}

interface Featured {
  card: GameCard
  board: Part | null
  /** Ranks an hour ago; null when nobody's changed. */
  before: ReadonlyMap<number, number> | null
}

/** That game, as everybody sees it. */
function featured({ card, board, before }: Featured, now: number, format: Format) {
  const [start, end] = [Date.parse(card.start), Date.parse(card.end)]
  return {
    ...card,
    start,
    end,
    paused: pauseAt(card.pause, now) !== null,
    teams: format.number(card.teamCount),
    left: format.countdown(end - now),
    elapsed: format.span(now - start),
    total: format.span(end - start),
    board: board && highlightsOf(leadersIn(board), start, now, format, before)
  }
}

const leadersIn = (board: Part): Part => ({ ...board, items: board.items.slice(0, LEADERS) })

const postLine = ({ id, title, summary, isPinned, time }: PostCard, format: Format) => ({
  ...{ id, title, isPinned, time },
  summary: inlineMarkdown(summary),
  day: format.day(new Date(time))
})

/** The part that all readers of the page in a language share, with the same game on top. */
function common({ running, next, recent }: HomeGames, first: Featured | null, now: number, format: Format) {
  return {
    feature: first && shareValue(featured(first, now, format)),
    lists: shareValue({
      running: running.filter((game) => game !== first?.card),
      // While none runs, the first of them is on top.
      next: first ? next : next.slice(1),
      recent: recent.slice(0, RECENT)
    })
  }
}

const commonOf = createMemo<ReturnType<typeof common>>()
const linesOf = createMemo<ReturnType<typeof postLine>[]>()
const racesOf = createMemo<{ race: Race | null }>(1000)

/** Made once a minute for a team and a version of the board, and once for readers without a team. */
function raceIn(card: GameCard, found: { part: Part; own: BoardItem | null }, now: number): Race | null {
  const { part, own } = found
  const times = { start: Date.parse(card.start), end: Date.parse(card.end), now }
  const key = `${card.id} ${own?.participationId ?? ''}`
  const made = racesOf(key, [part, own, times.start, times.end, Math.ceil(now / MINUTE_MS)], () => {
    const race = raceOf(part, own, times)
    return { race: race && shareValue(race) }
  })
  return made.race
}

/** Reads all data of the game on top; null for parts that are not available at once. */
async function readGame(args: ViewArgs, card: GameCard, own: number | null) {
  const { services, ctx } = args
  const { boards, notices, workspaces, games } = services
  const query = { division: null, matches: null, from: 0, count: RACED, leaders: 0 }
  const [found, news, solves, before, around, tasks, answerable, facts] = await Promise.all([
    loadWithTimeout(boards.part(card.id, query, own), args),
    loadWithTimeout(notices.list(ctx, card.id, { count: MAX_NOTICES, skip: 0 }), args),
    loadWithTimeout(boards.latestSolves(card.id), args),
    loadWithTimeout(boards.ranksAt(card.id, ctx.now.getTime() - HOUR_MS), args),
    own === null ? null : loadWithTimeout(boards.around(card.id, own, 1), args),
    own === null ? null : loadWithTimeout(workspaces.tasks(ctx, card.id), args),
    own === null ? null : loadWithTimeout(workspaces.answerable(ctx, card.id), args),
    own === null ? null : games.info(card.id)
  ])
  const frozen = facts !== null && frozenSince(facts, ctx.now) !== null
  return { found, news, solves, before, around, tasks, answerable, frozen }
}

/** Everything the home page shows, as of the second. */
export async function homeView(args: ViewArgs) {
  const { services, ctx, format } = args
  const [games, posts, look] = await Promise.all([
    services.games.recent(ctx),
    services.posts.latest(ctx),
    services.appearance.look()
  ])
  const block = look.text('home', ctx.locale)
  const { card, standing, news } = await chosen(args, games.running)
  const now = Math.floor(ctx.now.getTime() / 1000) * 1000
  const [read, between] = await Promise.all([
    card ? readGame(args, card, playsIn(standing)) : null,
    viewBetweenGames(args, games, now)
  ])
  const cards = [...games.running, ...games.next, ...games.recent]
  const [board, before] = [read?.found?.part ?? null, read?.before ?? null]
  const view = commonOf(`${ctx.locale} ${card?.id}`, [now, board, before, ...cards], () =>
    common(games, card ? { card, board, before } : null, now, format)
  )
  const newest = posts.slice(0, POSTS)
  const lines = linesOf(ctx.locale, newest, () => shareValue(newest.map((post) => postLine(post, format))))
  return {
    now,
    ...view,
    ...between,
    /** The organisers' text for the top, as sanitised HTML; null for none. */
    block: block && markdown(block),
    posts: lines,
    /** Games the reader hears of: those that run and that they play, and what waits for a review. */
    news,
    status: standing?.status ?? null,
    live: card && read ? liveIn(args, card, read, now) : null,
    race: card && read?.found ? raceIn(card, read.found, now) : null,
    player: card && read ? playerIn(args, card, read, now) : null
  }
}
export type HomeView = Awaited<ReturnType<typeof homeView>>

type Read = Awaited<ReturnType<typeof readGame>>

/** News of the game, of the kind that the address names. */
function liveIn(
  { ctx, format, url }: ViewArgs,
  { id: game }: GameCard,
  { found, news, solves }: Read,
  now: number
) {
  const { part = null, own = null } = found ?? {}
  const { kind: asked } = readNoticeQuery(url.searchParams)
  const kind = asked === 'team' && !own ? 'all' : asked
  const notices = news ?? NO_NEWS
  const lines = feedOf({ game, kind, notices, solves, part, own, now }, format, ctx.locale)
  return { game, kind, lines, organisers: organisersOf(notices), plays: own !== null }
}

/** Null for teams that are not on the board. */
function playerIn({ ctx, format }: ViewArgs, card: GameCard, read: Read, now: number) {
  const { found, news, around, tasks, answerable, before, frozen } = read
  if (!found?.own) return null
  const of = { game: card.id, start: Date.parse(card.start), now, own: found.own, part: found.part }
  const own = { around, tasks, answerable, before, frozen }
  return playerView({ ...of, ...own, notices: news ?? [] }, format, ctx.locale, LEADERS)
}
