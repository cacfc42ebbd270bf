import type { Format } from '~/app/i18n/format'
import type { BoardItem, Part } from '~/scoring'
import { HOUR_MS } from '~/server/platform/time'
import { scoreSteps } from './board-steps'
import { gainedSince, type Scale, scorePath } from './course'

const BLOODS = 6

/** The latest bloods of a board, newest first. */
function latestBloods(challenges: Part['challenges']) {
  const bloods = Object.values(challenges)
    .flat()
    .flatMap(({ title, bloods }) =>
      bloods.map(({ id, name, submitTimeUtc }, place) => ({
        ...{ team: id, title, name, place: place + 1 },
        at: Date.parse(submitTimeUtc)
      }))
    )
  return bloods.toSorted((a, b) => b.at - a.at).slice(0, BLOODS)
}

const signed = (points: number, format: Format) =>
  `${points < 0 ? '\u2212' : '+'}${format.number(Math.abs(points))}`

const bestOf = (items: Part['items']) => Math.max(1, ...items.map(({ score }) => score))

function progressOf(item: BoardItem, scale: Scale, format: Format) {
  const steps = scoreSteps(item)
  return {
    score: format.number(item.score),
    gained: signed(gainedSince(steps, scale.now - HOUR_MS), format),
    course: scorePath(steps, scale)
  }
}

/** Places gained, by the ranks of a while ago; null where they are not known. */
export const changeOf = (
  { participationId, rank }: Pick<BoardItem, 'participationId' | 'rank'>,
  before: ReadonlyMap<number, number> | null
) => {
  const then = before?.get(participationId)
  return then === undefined ? null : then - rank
}

/** The curve of a team that may not be among the leaders, whose best sets the height. */
export function lineOf(own: BoardItem, { items }: Part, start: number, until: number, format: Format) {
  const { id, name, avatar, rank } = own
  const texts = {
    rank: format.number(rank),
    ...progressOf(own, { start, now: until, best: bestOf(items) }, format)
  }
  return { team: { id, name, avatar }, texts }
}

/**
 * Figures, leaders and bloods of a board, written for a language. `until`: Unix milliseconds at which curves end and
 * from which the points of the last hour are counted; the time of the request, or the end of the game. `before`: ranks an hour
 * ago; null when nobody's changed.
 */
export function highlightsOf(
  { facts, challenges, items }: Part,
  start: number,
  until: number,
  format: Format,
  before: ReadonlyMap<number, number> | null = null
) {
  const all = Object.values(challenges).flat()
  const best = bestOf(items)
  return {
    teams: format.number(facts.teams),
    challenges: format.number(all.length),
    flags: format.number(all.reduce((sum, { solved }) => sum + solved, 0)),
    bloods: format.number(all.filter(({ bloods }) => bloods.length > 0).length),
    unsolved: format.number(all.filter(({ solved }) => solved === 0).length),
    /** Null while no team has one. */
    countries: facts.countries.length > 0 ? format.number(facts.countries.length) : null,
    leaders: items.map((item) => {
      const { id, name, avatar, rank, organization } = item
      return {
        ...{ id, name, avatar, rank, organization, change: changeOf(item, before) },
        ...progressOf(item, { start, now: until, best }, format),
        firsts: all.filter(({ bloods }) => bloods[0]?.id === id).length
      }
    }),
    latest: latestBloods(challenges).map(({ at, ...blood }) => ({ ...blood, ago: format.span(until - at) }))
  }
}
export type Highlights = ReturnType<typeof highlightsOf>
