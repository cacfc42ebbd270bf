import { inlineMarkdown } from '~/app/components/render-markdown'
import type { Format } from '~/app/islands/runtime/format'
import type { PageArgs } from '~/app/request/page'
import type { Scoreboard } from '~/scoring/rules/contract'
import type { GameCard } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { PostCard } from '~/server/posts/contract'

const LEADERS = 5
const RECENT = 3
const POSTS = 6
/** The board is not worth a wait here; the rest of the page is. */
const PATIENCE = 300

/** The leaders and the latest blood of a board. */
function highlights(board: Scoreboard, now: Date, format: Format) {
  const bloods = Object.values(board.challenges)
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
  return {
    teams: format.number(board.items.length),
    leaders: board.items.slice(0, LEADERS).map(({ id, name, avatar, rank, score }) => ({
      ...{ id, name, avatar, rank },
      score: format.number(score)
    })),
    blood: last && { ...last, ago: format.span(now.getTime() - last.at) }
  }
}

function ownFigures(board: Scoreboard, teamId: number, format: Format) {
  const own = board.items.find(({ id }) => id === teamId)
  if (!own) return null
  return {
    rank: format.number(own.rank),
    score: format.number(own.score),
    solved: format.number(own.solvedCount),
    challenges: format.number(board.challengeCount)
  }
}

/** The newest board, or null when it is not to be had at once. */
async function boardOf({ services }: PageArgs, gameId: number): Promise<Scoreboard | null> {
  const known = services.boards.peek(gameId)
  if (known) return known.view()
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))
  try {
    return (await Promise.race([services.boards.snapshot(gameId), late]))?.view() ?? null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Of the running games, which end in this order: the first one the reader plays in, else the first. */
async function chosen({ services, ctx }: PageArgs, running: GameCard[]) {
  const standings = await Promise.all(running.map(({ id }) => services.games.standing(ctx, id)))
  const played = standings.findIndex((standing) => standing?.status === 'Accepted')
  const place = Math.max(0, played)
  return { card: running[place], standing: standings[place] ?? null }
}

/** That game, with what is going on in it. */
async function featured(args: PageArgs, { card, standing }: Awaited<ReturnType<typeof chosen>>) {
  if (!card) return null
  const { ctx, format } = args
  const board = await boardOf(args, card.id)
  const [start, end] = [Date.parse(card.start), Date.parse(card.end)]
  return {
    ...card,
    start,
    end,
    teams: format.number(card.teamCount),
    left: format.countdown(end - ctx.now.getTime()),
    elapsed: format.span(ctx.now.getTime() - start),
    total: format.span(end - start),
    begins: format.moment(new Date(start)),
    ends: format.moment(new Date(end)),
    status: standing?.status ?? null,
    own: board && standing?.status === 'Accepted' ? ownFigures(board, standing.teamId, format) : null,
    board: board && highlights(board, ctx.now, format)
  }
}

const postLine = ({ id, title, summary, isPinned, time }: PostCard, format: Format) => ({
  ...{ id, title, isPinned, time },
  summary: inlineMarkdown(summary),
  day: format.day(new Date(time))
})

/** Everything the home page shows. */
export async function homeView(args: PageArgs) {
  const { services, ctx, format } = args
  const [games, posts] = await Promise.all([services.games.recent(ctx), services.posts.latest(ctx)])
  const first = await chosen(args, games.running)
  return {
    now: ctx.now.getTime(),
    feature: await featured(args, first),
    running: games.running.filter((game) => game !== first.card),
    next: games.next,
    recent: games.recent.slice(0, RECENT),
    posts: posts.slice(0, POSTS).map((post) => postLine(post, format))
  }
}
export type HomeView = Awaited<ReturnType<typeof homeView>>
