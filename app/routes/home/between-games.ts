import { type Highlights, highlightsOf } from '~/app/components/game/highlights'
import type { Format } from '~/app/i18n/format'
import { shareValue } from '~/app/rendering/render-cache'
import { loadWithTimeout } from '~/app/request/optional-part'
import type { ViewArgs } from '~/app/request/page'
import { createMemo } from '~/app/request/page/memo'
import type { GameCard, HomeGames, Standing } from '~/server/games/contract'

const WINNERS = 3

function upcomingOf(card: GameCard, now: number, format: Format) {
  const [start, end] = [Date.parse(card.start), Date.parse(card.end)]
  return { ...card, start, end, left: format.countdown(start - now), teams: format.number(card.teamCount) }
}

const upcomings = createMemo<ReturnType<typeof upcomingOf>>()

interface Winners {
  id: number
  title: string
  winners: Highlights['leaders']
}

const results = createMemo<Winners>()

/** The participation of a reader who plays. */
export const playsIn = (standing: Standing | null) =>
  standing?.status === 'Accepted' ? standing.participationId : null

/** The first three of the newest game that is over, and the reader's own place. Null while there is no winner. */
async function resultOf(args: ViewArgs, card: GameCard) {
  const { services, ctx, format } = args
  const facts = await services.games.info(card.id)
  // While the board is frozen, or a team still plays, there is no winner.
  if (facts.freeze !== null || facts.end > ctx.now) return null
  const standing = await services.games.standing(ctx, card.id)
  const query = { division: null, matches: null, from: 0, count: WINNERS, leaders: 0 }
  const found = await loadWithTimeout(services.boards.part(card.id, query, playsIn(standing)), args)
  if (!found || found.part.items.length === 0) return null
  const { part, own } = found
  const shared = results(`${ctx.locale} ${card.id}`, [part, card], () => {
    const { leaders } = highlightsOf(part, Date.parse(card.start), Date.parse(card.end), format)
    return shareValue({ id: card.id, title: card.title, winners: leaders })
  })
  return { shared, own: own && own.rank > WINNERS ? ownOf(own, format) : null }
}
export type Result = NonNullable<Awaited<ReturnType<typeof resultOf>>>

interface OwnPlace {
  id: number
  name: string
  avatar: string | null
  rank: number
  score: number
}

const ownOf = ({ id, name, avatar, rank, score }: OwnPlace, { number }: Format) => ({
  team: { id, name, avatar },
  texts: { rank: number(rank), score: number(score) }
})

/** While no game runs: the one that starts next, and the result of the last. `now`: Unix milliseconds, whole seconds. */
export async function viewBetweenGames(args: ViewArgs, { running, next, recent }: HomeGames, now: number) {
  if (running.length > 0) return { upcoming: null, result: null }
  const { services, ctx, format } = args
  const [[first], [last]] = [next, recent]
  const [standing, result] = await Promise.all([
    first ? services.games.standing(ctx, first.id) : null,
    last ? resultOf(args, last) : null
  ])
  const game =
    first &&
    upcomings(`${ctx.locale} ${first.id}`, [first, now], () => shareValue(upcomingOf(first, now, format)))
  return { upcoming: game ? { game, status: standing?.status ?? null } : null, result }
}
export type Upcoming = NonNullable<Awaited<ReturnType<typeof viewBetweenGames>>['upcoming']>
