import { highlightsOf, lineOf } from '~/app/components/game/highlights'
import { inlineMarkdown, markdown } from '~/app/components/markdown/render-markdown'
import { MOST } from '~/app/islands/challenges/news/feed'
import { share } from '~/app/islands/runtime/cache/render-cache'
import type { Format } from '~/app/islands/runtime/words/format'
import { type OwnSolve, ownSolvesOf } from '~/app/request/own-solves'
import type { ViewArgs } from '~/app/request/page'
import { createMemo } from '~/app/request/page/memo'
import { soon } from '~/app/request/soon'
import type { Around, BoardItem, Part } from '~/scoring'
import { pauseAt } from '~/server/games/constants'
import type { GameCard, HomeGames } from '~/server/games/contract'
import type { NoticeView } from '~/server/notices/contract'
import type { PostCard } from '~/server/posts/contract'

const LEADERS = 5
const RECENT = 3
const POSTS = 6
/** Games whose news are told here. */
const FOLLOWED = 3
const NOTICES = 8
const NEXT = 4

const ownFigures = (own: BoardItem, { facts }: Part, format: Format) => ({
  rank: format.number(own.rank),
  score: format.number(own.score),
  solved: format.number(own.solvedCount),
  challenges: format.number(facts.challengeCount)
})

/** Of the running games, which end in this order: the first one the reader plays in, else the first. */
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

/** That game, as everybody sees it. */
function featured(card: GameCard, board: Part | null, now: number, format: Format) {
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
    board: board && highlightsOf(board, start, now, format)
  }
}

const postLine = ({ id, title, summary, isPinned, time }: PostCard, format: Format) => ({
  ...{ id, title, isPinned, time },
  summary: inlineMarkdown(summary),
  day: format.day(new Date(time))
})

/** What all who read the page in a language see alike, with the same game on top. */
function common(
  { running, next, recent }: HomeGames,
  first: { card: GameCard | undefined; board: Part | null },
  now: number,
  format: Format
) {
  const { card, board } = first
  return {
    feature: card ? share(featured(card, board, now, format)) : null,
    lists: share({
      running: running.filter((game) => game !== card),
      next,
      recent: recent.slice(0, RECENT)
    })
  }
}

/** What is new in the game, newest first. */
function liveOf(notices: readonly NoticeView[], now: number, format: Format) {
  const newest = notices.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.id - a.id)
  return newest.slice(0, NOTICES).map((notice) => ({
    ...notice,
    ago: format.span(Math.max(0, now - Date.parse(notice.time)))
  }))
}

/** All challenges, those that most teams have solved first. */
const bySolves = ({ challenges }: Part) =>
  Object.values(challenges)
    .flat()
    .toSorted((a, b) => b.solved - a.solved || a.score - b.score || a.id - b.id)

/** The first of them that the reader's team has not solved; null when it has solved all. */
function nextOf(game: number, all: ReturnType<typeof bySolves>, own: BoardItem) {
  const solved = new Set(own.solvedChallenges.map(({ id }) => id))
  const open: Pick<(typeof all)[number], 'id' | 'title' | 'category' | 'score' | 'solved'>[] = []
  for (const { id, title, category, score, solved: teams } of all) {
    if (!solved.has(id)) open.push({ id, title, category, score, solved: teams })
    if (open.length === NEXT) break
  }
  return open.length > 0 ? { game, challenges: open } : null
}

/** The teams next to the reader's, and its last solve, as the board that everybody sees has them. */
function teamNow(
  game: number,
  { own, last }: { own: BoardItem; last: OwnSolve | null },
  around: Around | null,
  now: number,
  format: Format
) {
  const teams = around?.teams ?? []
  const at = teams.findIndex(({ participationId }) => participationId === own.participationId)
  const beside = (index: number) => {
    const other = teams[index]
    return other ? { id: other.id, name: other.name, points: Math.abs(other.score - teams[at]!.score) } : null
  }
  return {
    game,
    ahead: at < 0 ? null : beside(at - 1),
    behind: at < 0 ? null : beside(at + 1),
    last: last ? { ...last, ago: format.span(now - last.at) } : null
  }
}

const commonOf = createMemo<ReturnType<typeof common>>()
const linesOf = createMemo<ReturnType<typeof postLine>[]>()
const newsOf = createMemo<ReturnType<typeof liveOf>>()
const orderOf = createMemo<ReturnType<typeof bySolves>>()

const standings = new WeakMap<BoardItem, Map<string, Standing>>()

interface Standing {
  figures: ReturnType<typeof ownFigures>
  /** Null without a solve. */
  last: OwnSolve | null
  next: ReturnType<typeof nextOf>
}

/** Written once for a language and a team on a version of the board, which gives the same `own`. */
function standingOf(game: number, own: BoardItem, part: Part, format: Format, locale: string): Standing {
  const byLocale = standings.get(own) ?? new Map<string, Standing>()
  const known = byLocale.get(locale)
  if (known) return known
  const order = orderOf(String(game), [part], () => bySolves(part))
  const [last = null] = ownSolvesOf(part.challenges, own)
  const made = { figures: ownFigures(own, part, format), last, next: nextOf(game, order, own) }
  standings.set(own, byLocale.set(locale, made))
  return made
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
  const plays = standing?.status === 'Accepted'
  const own = plays ? standing.participationId : null
  const query = { division: null, matches: null, from: 0, count: LEADERS, leaders: 0 }
  const [found, notices, around] = card
    ? await Promise.all([
        soon(services.boards.part(card.id, query, own)),
        soon(services.notices.list(ctx, card.id, { count: MOST, skip: 0 })),
        own === null ? null : soon(services.boards.around(card.id, own, 1))
      ])
    : [null, null, null]
  const board = found?.part ?? null
  const now = Math.floor(ctx.now.getTime() / 1000) * 1000
  const cards = [...games.running, ...games.next, ...games.recent]
  const view = commonOf(`${ctx.locale} ${card?.id}`, [now, board, ...cards], () =>
    common(games, { card, board }, now, format)
  )
  const mine = card && found?.own ? standingOf(card.id, found.own, found.part, format, ctx.locale) : null
  const newest = posts.slice(0, POSTS)
  const lines = linesOf(ctx.locale, newest, () => share(newest.map((post) => postLine(post, format))))
  return {
    now,
    ...view,
    /** What the organisers say first, as sanitised HTML; null for nothing. */
    block: block && markdown(block),
    posts: lines,
    /** Games the reader hears of: those that run and that they play, and what waits for a review. */
    news,
    status: standing?.status ?? null,
    live:
      card && notices
        ? newsOf(`${ctx.locale} ${card.id}`, [notices, now], () => share(liveOf(notices, now, format)))
        : [],
    team:
      card && found?.own && mine
        ? teamNow(card.id, { own: found.own, last: mine.last }, around, now, format)
        : null,
    own: mine?.figures ?? null,
    /** Of a team that is not among the leaders. */
    line:
      card && found?.own && found.own.rank > LEADERS
        ? lineOf(found.own, found.part, Date.parse(card.start), now, format)
        : null,
    next: mine?.next ?? null
  }
}
export type HomeView = Awaited<ReturnType<typeof homeView>>
