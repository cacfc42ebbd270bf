import { type BoardState, bloodsOf, type Cards, settle } from '~/scoring/rules'
import { MAX_BLOODS, MAX_MOVERS, type WhatIfTeam, type WhatIfView } from './contract'

type Part = { count: number; skip: number }
type Compared = Omit<WhatIfView, 'entries' | 'same'>

/** Places gained; 0 when a board lacks the team. */
const climb = ({ before, after }: WhatIfTeam): number => (before && after ? before.rank - after.rank : 0)

const most = (teams: WhatIfTeam[], measure: (team: WhatIfTeam) => number): WhatIfTeam[] =>
  teams
    .filter((team) => measure(team) > 0)
    .sort((a, b) => measure(b) - measure(a) || a.participationId - b.participationId)
    .slice(0, MAX_MOVERS)

function bloodsBetween(
  before: BoardState,
  after: BoardState,
  { teams, challenges }: Cards
): WhatIfView['bloods'] {
  const nameOf = (id: number | undefined) => (id === undefined ? null : (teams.get(id)?.name ?? `#${id}`))
  return [...after.challenges.values()].flatMap((challenge) => {
    const known = before.challenges.get(challenge.id)
    if (!challenge.open || !known) return []
    const [was, is] = [bloodsOf(known), bloodsOf(challenge)].map((solves) =>
      solves.map(({ team }) => team.id)
    )
    return [0, 1, 2]
      .filter((place) => was![place] !== is![place])
      .map((place) => ({
        ...{ challengeId: challenge.id, place },
        title: challenges.get(challenge.id)?.title ?? `#${challenge.id}`,
        before: nameOf(was![place]),
        after: nameOf(is![place])
      }))
  })
}

/** Settles both boards. Moves and changed scores count teams that are on both. */
export function compareWithRules(
  before: BoardState,
  after: BoardState,
  cards: Cards,
  { count, skip }: Part
): Compared {
  const [was, is] = [settle(before), settle(after)]
  const boards = [was, is].map(
    (ranking) => new Map(ranking.map(({ id, rank, score }) => [id, { rank, score }]))
  )
  const teamOf = ({ id }: { id: number }): WhatIfTeam => ({
    participationId: id,
    name: cards.teams.get(id)?.name ?? `#${id}`,
    before: boards[0]!.get(id) ?? null,
    after: boards[1]!.get(id) ?? null
  })
  const both = is.map(teamOf).filter((team) => team.before !== null)
  const climbs = both.map(climb)
  const bloods = bloodsBetween(before, after, cards)
  const part = (ranking: { id: number }[]) => ranking.slice(skip, skip + count).map(teamOf)
  return {
    teams: { before: was.length, after: is.length },
    moved: climbs.filter((places) => places !== 0).length,
    up: climbs.reduce((top, places) => Math.max(top, places), 0),
    down: climbs.reduce((top, places) => Math.max(top, -places), 0),
    rescored: both.filter((team) => team.before?.score !== team.after?.score).length,
    climbers: most(both, climb),
    fallers: most(both, (team) => -climb(team)),
    bloodChanges: bloods.length,
    bloods: bloods.slice(0, MAX_BLOODS),
    before: part(was),
    after: part(is)
  }
}
