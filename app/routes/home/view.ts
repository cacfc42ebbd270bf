import { inlineMarkdown } from '~/app/components/render-markdown'
import type { Format } from '~/app/islands/runtime/format'
import { share } from '~/app/islands/runtime/render-cache'
import type { PageArgs } from '~/app/request/page'
import type { BoardItem, BoardSnapshot } from '~/scoring'
import type { GameCard } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { PostCard } from '~/server/posts/contract'

const LEADERS = 5
const RECENT = 3
const POSTS = 6
/** The board is not worth a wait here; the rest of the page is. */
const PATIENCE = 300

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
async function boardOf({ services }: PageArgs, gameId: number): Promise<BoardSnapshot | null> {
  const ready = services.boards.peek(gameId)
  if (ready) return ready
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))
  try {
    return await Promise.race([services.boards.snapshot(gameId), late])
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Of the running games, which end in this order: the first one the reader plays in, else the first. */
async function chosen({ services, ctx }: PageArgs, running: GameCard[]) {
  const played = await services.games.playing(
    ctx,
    running.map(({ id }) => id)
  )
  const card = running.find(({ id }) => played.has(id)) ?? running[0]
  return { card, standing: card ? await services.games.standing(ctx, card.id) : null }
}

/** That game, with what is going on in it. */
async function featured(args: PageArgs, { card, standing }: Awaited<ReturnType<typeof chosen>>, now: number) {
  if (!card) return null
  const { format } = args
  const board = await boardOf(args, card.id)
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
    status: standing?.status ?? null,
    own: board && standing?.status === 'Accepted' ? ownFigures(board, standing.teamId, format) : null,
    board: board && highlights(board, now, format)
  }
}

const postLine = ({ id, title, summary, isPinned, time }: PostCard, format: Format) => ({
  ...{ id, title, isPinned, time },
  summary: inlineMarkdown(summary),
  day: format.day(new Date(time))
})

const lines = new WeakMap<PostCard[], Map<Format, ReturnType<typeof postLine>[]>>()

/** The newest posts, the same list for all who read them in a language. */
function postsOf(posts: PostCard[], format: Format) {
  const byLanguage = lines.get(posts) ?? new Map<Format, ReturnType<typeof postLine>[]>()
  lines.set(posts, byLanguage)
  const made = byLanguage.get(format) ?? share(posts.slice(0, POSTS).map((post) => postLine(post, format)))
  byLanguage.set(format, made)
  return made
}

/** Everything the home page shows, as of the second. */
export async function homeView(args: PageArgs) {
  const { services, ctx, format } = args
  const [games, posts] = await Promise.all([services.games.recent(ctx), services.posts.latest(ctx)])
  const first = await chosen(args, games.running)
  const now = Math.floor(ctx.now.getTime() / 1000) * 1000
  return {
    now,
    feature: await featured(args, first, now),
    running: games.running.filter((game) => game !== first.card),
    next: games.next,
    recent: games.recent.slice(0, RECENT),
    posts: postsOf(posts, format)
  }
}
export type HomeView = Awaited<ReturnType<typeof homeView>>
