import { highlightsOf } from '~/app/components/game/highlights'
import { markdown } from '~/app/components/markdown/render-markdown'
import { shareValue } from '~/app/rendering/render-cache'
import { idOf } from '~/app/request/ids'
import { loadWithTimeout } from '~/app/request/optional-part'
import type { ViewArgs } from '~/app/request/page'
import { createMemo } from '~/app/request/page/memo'
import type { BoardItem, DivisionBest, Part } from '~/scoring'
import { regrouped } from '~/server/categories/constants'
import { type GameView, gamePhase } from '~/server/games/contract'
import type { Game } from './OwnParticipation'
import { placeOf } from './OwnPlace'

const LEADERS = 5

const highlights = createMemo<ReturnType<typeof highlightsOf>>()

/** Solved challenges of each category: those of the own team, or those that anybody solved. */
function categoriesOf({ challenges }: Part, own: BoardItem | null) {
  const solvedByOwn = own && new Set(own.solvedChallenges.map(({ id }) => id))
  return regrouped(challenges).map(([name, all]) => ({
    name,
    total: all.length,
    solved: all.filter(({ id, solved }) => (solvedByOwn ? solvedByOwn.has(id) : solved > 0)).length
  }))
}

/** The board at the time of the request, to the second; `shared` is made once for all readers of a language. */
function boardOf(
  game: Game,
  { part, own }: { part: Part; own: BoardItem | null },
  { ctx, format }: ViewArgs
) {
  const at = ctx.now.getTime()
  const until = Math.min(Math.floor(at / 1000) * 1000, Date.parse(game.ends.final))
  const shared = highlights(`${ctx.locale} ${game.id}`, [part, until], () =>
    shareValue(highlightsOf(part, Date.parse(game.start), until, format))
  )
  return { shared, categories: categoriesOf(part, own), own: own !== null }
}
export type GameBoard = ReturnType<typeof boardOf>

const divisionWinners = createMemo<DivisionWinners>()

function winnersIn(best: readonly DivisionBest[]) {
  return best.map(({ division, teams }) => ({
    division,
    teams: teams.map(({ id, name, avatar, score }) => ({ id, name, avatar, score }))
  }))
}
export type DivisionWinners = ReturnType<typeof winnersIn>

/**
 * The public board for the page, and the place of the reader's team. Null before the start, while no board is available at once,
 * and for teams that are on none.
 */
async function standingsOf(args: ViewArgs, game: Game) {
  const { services, ctx } = args
  const [start, end] = [new Date(game.start), new Date(game.ends.final)]
  if (gamePhase({ start, end }, ctx.now) === 'before') return { board: null, place: null, winners: null }
  const { boards, games } = services
  const standing = game.status === 'Accepted' ? await games.standing(ctx, game.id) : null
  const own = standing?.participationId ?? null
  const query = { division: null, matches: null, from: 0, count: LEADERS, leaders: 0 }
  // While the board is frozen, or a team still plays, there is no winner.
  const final = game.over && game.freeze === null
  const [found, around, winners] = await Promise.all([
    loadWithTimeout(boards.part(game.id, query, own), args),
    own === null ? null : loadWithTimeout(boards.around(game.id, own, 1), args),
    final ? loadWithTimeout(boards.divisionBest(game.id), args) : null
  ])
  return {
    board: found && boardOf(game, found, args),
    place: around && placeOf(around, game.freeze !== null && new Date(game.freeze) <= ctx.now),
    winners: winners && divisionWinners(String(game.id), [winners], () => shareValue(winnersIn(winners)))
  }
}

const texts = createMemo<{ html: string }>()

export const findGame = ({ services, ctx, params }: ViewArgs) => services.games.one(ctx, idOf(params.id))

/** All that the page of a game shows. */
export async function gamePage(args: ViewArgs, { content, ...game }: GameView) {
  const { services, ctx } = args
  const [joinOptions, standings, seasons] = await Promise.all([
    ctx.actor ? services.participations.joinOptions(ctx, game.id) : null,
    standingsOf(args, game),
    services.seasons.links()
  ])
  return {
    title: game.title,
    description: game.summary,
    picture: game.poster,
    game,
    /** Null without a description. */
    text: content ? texts(String(game.id), [content], () => shareValue({ html: markdown(content) })) : null,
    /** Null for visitors. */
    joinOptions,
    ...standings,
    seasons: seasons.filter(({ games }) => games.includes(game.id)).map(({ id, title }) => ({ id, title })),
    now: ctx.now.getTime()
  }
}
export type GamePageView = Awaited<ReturnType<typeof gamePage>>
