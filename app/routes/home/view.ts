import { inlineMarkdown } from '~/app/components/render-markdown'
import type { Format } from '~/app/islands/runtime/format'
import { share } from '~/app/islands/runtime/render-cache'
import { createMemo } from '~/app/request/memo'
import type { ViewArgs } from '~/app/request/page'
import type { BoardItem, BoardSnapshot } from '~/scoring'
import type { GameCard, HomeGames } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { PostCard } from '~/server/posts/contract'

const LEADERS = 5
const RECENT = 3
const POSTS = 6
/** The board is not worth a wait here; the rest of the page is. */
const TIMEOUT = 300

/** The leaders and the latest blood of a board. */
function foremost(board: BoardSnapshot) {
  const bloods = Object.values(board.head().challenges)
    .flat()
    .flatMap(({ title, bloods }) =>
      bloods.map(({ name, submitTimeUtc }, place) => ({
        ...{ title, name, place: place + 1 },
        at: Date.parse(submitTimeUtc)
      }))
    )
  const last = bloods.reduce<(typeof bloods)[number] | null>(
    (best, one) => (best && best.at >= one.at ? best : one),
    null
  )
  return { leaders: board.items(0, LEADERS), last }
}

const known = new WeakMap<BoardSnapshot, ReturnType<typeof foremost>>()

/** Of a board, as everybody sees it; read once a version. */
function highlights(board: BoardSnapshot, now: number, format: Format) {
  const { leaders, last } = known.get(board) ?? foremost(board)
  known.set(board, { leaders, last })
  return {
    teams: format.number(board.teamCount),
    leaders: leaders.map(({ id, name, avatar, rank, score }) => ({
      ...{ id, name, avatar, rank },
      score: format.number(score)
    })),
    blood: last && {
      ...{ title: last.title, name: last.name, place: last.place },
      ago: format.span(now - last.at)
    }
  }
}

function ownFigures(board: BoardSnapshot, teamId: number, format: Format) {
  const item = board.teamItem(teamId)
  if (!item) return null
  const own = JSON.parse(item.toString()) as BoardItem
  return {
    rank: format.number(own.rank),
    score: format.number(own.score),
    solved: format.number(own.solvedCount),
    challenges: format.number(board.challengeCount)
  }
}

/** The newest board, or null when it is not to be had at once. */
async function boardOf({ services }: ViewArgs, gameId: number): Promise<BoardSnapshot | null> {
  const ready = services.boards.peek(gameId)
  if (ready) return ready
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT, null))
  try {
    return await Promise.race([services.boards.snapshot(gameId), late])
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Of the running games, which end in this order: the first one the reader plays in, else the first. */
async function chosen({ services, ctx }: ViewArgs, running: GameCard[]) {
  const played = await services.games.playing(
    ctx,
    running.map(({ id }) => id)
  )
  const card = running.find(({ id }) => played.has(id)) ?? running[0]
  return { card, standing: card ? await services.games.standing(ctx, card.id) : null }
}

/** That game, as everybody sees it. */
function featured(card: GameCard, board: BoardSnapshot | null, now: number, format: Format) {
  const [start, end] = [Date.parse(card.start), Date.parse(card.end)]
  return {
    ...card,
    start,
    end,
    teams: format.number(card.teamCount),
    left: format.countdown(end - now),
    elapsed: format.span(now - start),
    total: format.span(end - start),
    begins: format.moment(new Date(start)),
    ends: format.moment(new Date(end)),
    board: board && highlights(board, now, format)
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
  first: { card: GameCard | undefined; board: BoardSnapshot | null },
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

const commonOf = createMemo<ReturnType<typeof common>>()
const linesOf = createMemo<ReturnType<typeof postLine>[]>()

/** Everything the home page shows, as of the second. */
export async function homeView(args: ViewArgs) {
  const { services, ctx, format } = args
  const [games, posts] = await Promise.all([services.games.recent(ctx), services.posts.latest(ctx)])
  const { card, standing } = await chosen(args, games.running)
  const board = card ? await boardOf(args, card.id) : null
  const now = Math.floor(ctx.now.getTime() / 1000) * 1000
  const cards = [...games.running, ...games.next, ...games.recent]
  const view = commonOf(`${ctx.locale} ${card?.id}`, [now, board, ...cards], () =>
    common(games, { card, board }, now, format)
  )
  const newest = posts.slice(0, POSTS)
  const lines = linesOf(ctx.locale, newest, () => share(newest.map((post) => postLine(post, format))))
  const plays = standing?.status === 'Accepted'
  return {
    now,
    ...view,
    posts: lines,
    status: standing?.status ?? null,
    own: board && plays ? ownFigures(board, standing.teamId, format) : null
  }
}
export type HomeView = Awaited<ReturnType<typeof homeView>>
