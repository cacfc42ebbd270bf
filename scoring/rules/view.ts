import { byCategory, type ShownCategory, shownCategory } from '~/server/categories/constants'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import { packBonus } from './bonus'
import type {
  Adjustment,
  BoardChallenge,
  BoardItem,
  BoardTimeline,
  Cards,
  ChallengeCard,
  Scoreboard,
  TeamCard
} from './contract'
import { hillOf } from './hill'
import { settle } from './settle'
import {
  type Award,
  type BoardState,
  bloodsOf,
  type ChallengeState,
  isCounted,
  type TeamState
} from './state'
import { NEVER, toWire } from './time'
import { leadersByDivision, scoreHistory } from './timeline'

const NO_TEAM: TeamCard = { id: 0, name: '', bio: null, avatar: null, country: null }
const NO_CHALLENGE: ChallengeCard = { title: '', category: CHALLENGE_CATEGORIES[0] }

/** Blank when the row was deleted, like `challengeCard`. */
export const teamCard = (cards: Cards, team: TeamState): TeamCard => cards.teams.get(team.id) ?? NO_TEAM

export const challengeCard = (cards: Cards, { id }: ChallengeState): ChallengeCard =>
  cards.challenges.get(id) ?? NO_CHALLENGE

type OpenChallenge = ChallengeCard & { challenge: ChallengeState }

function grouped(state: BoardState, cards: Cards, shownOf: (of: OpenChallenge) => ShownCategory) {
  const open = [...state.challenges.values()]
    .filter((challenge) => challenge.open)
    .map((challenge) => ({ challenge, ...challengeCard(cards, challenge) }))
    .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.challenge.id - b.challenge.id))
  return byCategory(open, shownOf).map(
    ([shown, group]) => [shown, group.map(({ challenge }) => challenge)] as const
  )
}

/** Open challenges by the contract's categories (docs/rules/scoring.md#board). */
export const challengesByCategory = (state: BoardState, cards: Cards) =>
  grouped(state, cards, ({ category }) => category) as (readonly [string, ChallengeState[]])[]

/** Open challenges as our pages show them, by category and title. */
export const challengesAsShown = (state: BoardState, cards: Cards) => grouped(state, cards, shownCategory)

/** Settle first. */
export function boardItem(team: TeamState, cards: Cards): BoardItem {
  const { id, name, bio, avatar, country } = teamCard(cards, team)
  return {
    id,
    participationId: team.id,
    name,
    bio,
    organization: team.division,
    avatar,
    country,
    score: team.score,
    rank: team.rank,
    organizationRank: team.divisionRank,
    lastSubmissionTime: team.lastSolve === null ? NEVER : toWire(team.lastSolve),
    solvedChallenges: team.solves.filter(isCounted).map((solve) => ({
      id: solve.challenge.id,
      score: solve.points,
      type: solve.kind ?? 'Normal',
      userName: cards.userName(solve.solver),
      time: toWire(solve.at),
      submissionId: solve.submissionId
    })),
    solvedCount: team.solved,
    adjustments: team.awards.map((award) => adjustmentView(award, cards))
  }
}

/** The public reason of an award: a text only if the organisers publish reasons. */
const toldWhy = ({ why }: Award, { reasons }: Pick<Cards, 'reasons'>): Award['why'] =>
  typeof why !== 'string' || reasons ? why || undefined : undefined

/** `reason`: null for hints, and where organisers keep reasons to themselves. */
export function adjustmentView(award: Award, cards: Pick<Cards, 'reasons'>): Adjustment {
  const why = toldWhy(award, cards)
  const kind = why === 1 ? 'hint' : award.points < 0 ? 'penalty' : 'award'
  const { hill, times } = hillOf(award) ?? { hill: 0, times: 0 }
  return {
    time: toWire(award.at),
    points: award.points,
    kind,
    reason: typeof why === 'string' ? why : null,
    ...(times > 0 && { times }),
    ...(hill > 0 && { challengeId: hill })
  }
}

/** An award in a list, with as little as viewers need. */
export type AwardRow = [at: number, points: number, why?: Award['why']]

export function awardRow(award: Award, cards: Pick<Cards, 'reasons'>): AwardRow {
  const why = toldWhy(award, cards)
  return why ? [award.at, award.points, why] : [award.at, award.points]
}

/** Settle first. */
export function boardChallenge(challenge: ChallengeState, cards: Cards): BoardChallenge {
  const { title, category, customCategory, labels } = challengeCard(cards, challenge)
  return {
    id: challenge.id,
    title,
    category,
    ...(customCategory && { customCategory }),
    score: challenge.value,
    solved: challenge.solved,
    bloods: bloodsOf(challenge).map(({ team, at }) => {
      const { id, name, avatar } = teamCard(cards, team)
      return { id, name, avatar, submitTimeUtc: toWire(at) }
    }),
    originalScore: challenge.curve.score,
    minScoreRate: challenge.curve.minRate,
    difficulty: challenge.curve.difficulty,
    ...(challenge.curve.values && { values: challenge.curve.values }),
    ...(challenge.stopped.length > 0 && {
      decayStopped: { times: challenge.stopped, solves: challenge.free }
    }),
    ...(labels && { labels })
  }
}

/** Settle first. Of the leading teams, by division (docs/rules/scoring.md#timelines). */
export function boardTimelines(state: BoardState, cards: Cards): Scoreboard['timeLines'] {
  // Assigning a division named `__proto__` would make no member.
  return Object.fromEntries(
    [...leadersByDivision(state)].map(([division, teams]) => [
      division,
      teams.map((team) => boardTimeline(team, cards))
    ])
  )
}

function boardTimeline(team: TeamState, cards: Cards): BoardTimeline {
  const { id, name } = teamCard(cards, team)
  return { id, name, items: scoreHistory(team).map(({ at, score }) => ({ time: toWire(at), score })) }
}

/** `updatedAt`: Unix milliseconds. */
export function scoreboardView(state: BoardState, cards: Cards, updatedAt: number): Scoreboard {
  const ranking = settle(state)
  const challenges: Scoreboard['challenges'] = {}
  let challengeCount = 0
  for (const [category, group] of challengesByCategory(state, cards)) {
    challenges[category] = group.map((challenge) => boardChallenge(challenge, cards))
    challengeCount += group.length
  }
  return {
    updateTimeUtc: toWire(updatedAt),
    seq: state.seq,
    bloodBonus: packBonus(state.bonus),
    timeLines: boardTimelines(state, cards),
    items: ranking.map((team) => boardItem(team, cards)),
    challenges,
    challengeCount
  }
}
