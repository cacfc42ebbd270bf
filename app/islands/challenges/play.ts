import {
  type BoardChallenge,
  type BoardItem,
  bonusOf,
  challengeValue,
  type DecayStop,
  type Delta,
  isDecayStopped,
  kindAt,
  type PublicEvent,
  pointsWithBonus,
  type RankNeighbours,
  toWire
} from '~/scoring/rules'
import { compareCategories, shownCategory } from '~/server/categories/constants'
import type { Bonus } from '~/server/ledger/contract'

/** The page's knowledge of the game at ledger entry `seq`. Immutable. */
export interface Play {
  seq: number
  challenges: readonly BoardChallenge[]
  own: BoardItem | null
  beside: RankNeighbours
  teams: number
  divisionTeams: number | null
  fresh: readonly number[]
}

export interface Me {
  participationId: number
  division: string | null
  bonus: Bonus
}

/** Members of `GET /api/game/{id}/details` that the page uses. */
export interface Details {
  seq: number
  challenges: Record<string, BoardChallenge[]>
  rank: BoardItem | null
  beside: RankNeighbours
}

/** Points by challenge; empty for a team that is not on the board. */
export const wonBy = (own: BoardItem | null): Map<number, number> =>
  new Map(own?.solvedChallenges.map(({ id, score }) => [id, score]))

const inOrder = (challenges: BoardChallenge[]): BoardChallenge[] =>
  challenges.sort(
    (a, b) =>
      compareCategories(shownCategory(a), shownCategory(b)) ||
      (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id)
  )

const curveOf = ({ originalScore, minScoreRate, difficulty, values }: BoardChallenge) => ({
  score: originalScore,
  minRate: minScoreRate,
  difficulty,
  ...(values && { values })
})

/** The challenge with more or fewer solves and its new value; `free` solves do not lower it. */
function withSolves(challenge: BoardChallenge, more: number, free = 0): BoardChallenge {
  const solved = Math.max(0, challenge.solved + more)
  const { decayStopped } = challenge
  const stop = decayStopped && { ...decayStopped, solves: Math.max(0, decayStopped.solves + free) }
  const score = challengeValue(curveOf(challenge), solved - (stop?.solves ?? 0))
  return { ...challenge, solved, score, ...(stop && { decayStopped: stop }) }
}

function withStop({ decayStopped: _, ...challenge }: BoardChallenge, stop: DecayStop): BoardChallenge {
  return withSolves(stop.times.length > 0 ? { ...challenge, decayStopped: stop } : challenge, 0)
}

const changed = (
  play: Play,
  challengeId: number,
  change: (challenge: BoardChallenge) => BoardChallenge
): Play => ({
  ...play,
  challenges: play.challenges.map((one) => (one.id === challengeId ? change(one) : one))
})

type Solved = Extract<PublicEvent, { kind: 'solve' }>

function ownSolve(play: Play, { challengeId, at, userName, submissionId }: Solved, me: Me): Play {
  const challenge = play.challenges.find(({ id }) => id === challengeId)
  if (!play.own || !challenge || play.own.solvedChallenges.some(({ id }) => id === challengeId)) return play
  const type = kindAt(challenge.solved - 1)
  const score = pointsWithBonus(challenge.score, bonusOf(type, me.bonus))
  const solve = { id: challengeId, score, type, userName, time: toWire(at), submissionId }
  return {
    ...play,
    own: {
      ...play.own,
      score: play.own.score + score,
      solvedCount: play.own.solvedCount + 1,
      lastSubmissionTime: solve.time,
      solvedChallenges: [...play.own.solvedChallenges, solve]
    }
  }
}

function opened(play: Play, event: Extract<PublicEvent, { kind: 'open' }>): Play {
  const { challengeId: id, curve, card } = event
  const challenge: BoardChallenge = {
    id,
    ...card,
    score: challengeValue(curve, 0),
    solved: 0,
    bloods: [],
    originalScore: curve.score,
    minScoreRate: curve.minRate,
    difficulty: curve.difficulty,
    ...(curve.values && { values: curve.values })
  }
  const others = play.challenges.filter((one) => one.id !== id)
  return { ...play, challenges: inOrder([...others, challenge]), fresh: [...play.fresh, id] }
}

function step(play: Play, event: PublicEvent, me: Me): Play {
  switch (event.kind) {
    case 'solve': {
      const next = changed(play, event.challengeId, (one) =>
        withSolves(one, 1, isDecayStopped(one.decayStopped?.times ?? [], event.at) ? 1 : 0)
      )
      return event.participationId === me.participationId ? ownSolve(next, event, me) : next
    }
    case 'void':
      return changed(play, event.challengeId, (one) => withSolves(one, -1, event.free ? -1 : 0))
    case 'decay':
      return changed(play, event.challengeId, (one) => withStop(one, event.stop))
    case 'curve': {
      const { score, minRate, difficulty, values } = event.curve
      return changed(play, event.challengeId, ({ values: _, ...one }) =>
        withSolves(
          { ...one, originalScore: score, minScoreRate: minRate, difficulty, ...(values && { values }) },
          0
        )
      )
    }
    case 'open':
      return opened(play, event)
    case 'close':
      return { ...play, challenges: play.challenges.filter(({ id }) => id !== event.challengeId) }
    case 'admit': {
      const here = me.division !== null && event.division === me.division ? 1 : 0
      const { divisionTeams } = play
      return {
        ...play,
        teams: play.teams + 1,
        divisionTeams: divisionTeams === null ? null : divisionTeams + here
      }
    }
    // The delta does not name the division.
    case 'leave':
      return { ...play, teams: Math.max(0, play.teams - 1), divisionTeams: null }
    case 'division':
      return { ...play, divisionTeams: null }
    case 'bonus':
    case 'award':
      return play
  }
}

/** Own points and rank follow with the details. @returns null when entries are missing: fetch the details */
export function withDelta(play: Play, { from, to, events }: Delta, me: Me): Play | null {
  if (from > play.seq) return null
  if (to <= play.seq) return play
  const news = events.filter(({ seq }) => seq > play.seq)
  return { ...news.reduce((next, event) => step(next, event, me), play), seq: to }
}

/** Takes the answer of a fetch in, unless the play is newer. Challenges that were not known are marked as fresh. */
export function withDetails(play: Play, { seq, challenges, rank, beside }: Details): Play {
  if (seq < play.seq) return play
  const shown = Object.values(challenges).flat()
  const known = new Set(play.challenges.map(({ id }) => id))
  const news = shown.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  return {
    ...play,
    seq,
    challenges: shown,
    fresh: news.length > 0 ? [...play.fresh, ...news] : play.fresh,
    own: rank && rank.rank > 0 ? rank : null,
    beside
  }
}
