import type { Period, ScoreEvent } from '~/server/ledger/contract'
import type { Cards, PublicEvent } from './contract'
import { whyOf } from './hill'
import {
  type Award,
  type BoardState,
  type ChallengeState,
  isCounted,
  isDecayStopped,
  type Solve,
  solveOf,
  type TeamState
} from './state'
import { awardRow, challengeCard, teamCard } from './view'

/** If an entry has more solves than this, viewers fetch the board. */
const MAX_SOLVES = 400

/** `state`: the board before the entry. @returns [] when viewers see no change, null when they must fetch the board */
export function publicEvents(state: BoardState, event: ScoreEvent, cards: Cards): PublicEvent[] | null {
  const { seq, at } = event
  if (event.kind === 'correction') return []
  if (event.kind === 'bonus') return [{ seq, at, kind: 'bonus', bonus: event.payload }]
  if (event.kind === 'open' || event.kind === 'close' || event.kind === 'curve' || event.kind === 'decay')
    return ofChallenge(state, event, cards)
  return ofTeam(state, event, cards)
}

type OfKind<Kind extends ScoreEvent['kind']> = Extract<ScoreEvent, { kind: Kind }>

function ofTeam(
  state: BoardState,
  event: Exclude<ScoreEvent, OfKind<'bonus' | 'correction' | 'open' | 'close' | 'curve' | 'decay'>>,
  cards: Cards
): PublicEvent[] | null {
  const { seq, at } = event
  const team = state.teams.get(event.participationId)
  const visible = team?.standing === 'counted'
  const { participationId } = event
  switch (event.kind) {
    case 'admit':
      if (visible) return [{ seq, at, kind: 'division', participationId, division: event.payload.division }]
      return arrival(event, event.payload.division, team, cards)
    case 'restore':
      return team?.standing === 'suspended' ? arrival(event, team.division, team, cards) : []
    case 'suspend':
    case 'withdraw':
      return visible ? [{ seq, at, kind: 'leave', participationId }] : []
    case 'division':
      return visible ? [{ seq, at, kind: 'division', participationId, division: event.payload.division }] : []
    case 'award': {
      const award = { at, points: event.payload.points, why: whyOf(event.payload) }
      return visible ? [shownAward(seq, participationId, award, cards)] : []
    }
    case 'solve': {
      const challenge = state.challenges.get(event.challengeId)
      if (!visible || !challenge?.open || solveOf(team, event.challengeId)) return []
      const { challengeId, submissionId, userId } = event
      return [shownSolve(seq, { team, at, challengeId, submissionId, solver: userId }, cards)]
    }
    case 'void': {
      const solve = team && solveOf(team, event.challengeId)
      if (!solve || !isCounted(solve)) return []
      if (event.submissionId !== null && event.submissionId !== solve.submissionId) return []
      const removal = { seq, at, kind: 'void' as const, participationId, challengeId: event.challengeId }
      return [isDecayStopped(solve.challenge.stopped, solve.at) ? { ...removal, free: true } : removal]
    }
  }
}

function arrival(
  { seq, at, participationId }: { seq: number; at: number; participationId: number },
  division: string | null,
  team: TeamState | undefined,
  cards: Cards
): PublicEvent[] | null {
  const card = cards.teams.get(participationId)
  if (!card) return null
  const events: PublicEvent[] = [{ seq, at, kind: 'admit', participationId, division, team: card }]
  for (const solve of team?.solves ?? [])
    if (solve.challenge.open) events.push(shownSolve(seq, flat(solve), cards))
  for (const award of team?.awards ?? []) events.push(shownAward(seq, participationId, award, cards))
  return events
}

function ofChallenge(
  state: BoardState,
  event: OfKind<'open' | 'close' | 'curve' | 'decay'>,
  cards: Cards
): PublicEvent[] | null {
  const { seq, at, challengeId } = event
  const challenge = state.challenges.get(challengeId)
  if (event.kind === 'open') return challenge ? opening(event, challenge, cards) : null
  if (!challenge?.open) return []
  if (event.kind === 'decay')
    return [stopping(event, challenge.solves.filter(isCounted), event.payload.stopped)]
  return event.kind === 'close'
    ? [{ seq, at, kind: 'close', challengeId }]
    : [{ seq, at, kind: 'curve', challengeId, curve: event.payload }]
}

function opening(
  { seq, at, challengeId }: { seq: number; at: number; challengeId: number },
  challenge: ChallengeState,
  cards: Cards
): PublicEvent[] | null {
  if (challenge.open) return []
  if (!cards.challenges.has(challengeId)) return null
  const shown = challenge.solves.filter(({ team }) => team.standing === 'counted')
  if (shown.length > MAX_SOLVES) return null
  return [
    { seq, at, kind: 'open', challengeId, curve: challenge.curve, card: challengeCard(cards, challenge) },
    ...shown.map((solve) => shownSolve(seq, flat(solve), cards)),
    ...(challenge.stopped.length > 0 ? [stopping({ seq, at, challengeId }, shown, challenge.stopped)] : [])
  ]
}

/** Stopped times, and how many of the shown solves are in them. */
function stopping(
  { seq, at, challengeId }: { seq: number; at: number; challengeId: number },
  shown: readonly Solve[],
  times: readonly Period[]
): PublicEvent {
  const solves = shown.filter((solve) => isDecayStopped(times, solve.at)).length
  return { seq, at, kind: 'decay', challengeId, stop: { times, solves } }
}

type FlatSolve = Pick<Solve, 'team' | 'at' | 'submissionId' | 'solver'> & { challengeId: number }

const flat = ({ team, challenge, at, submissionId, solver }: Solve): FlatSolve => ({
  team,
  challengeId: challenge.id,
  at,
  submissionId,
  solver
})

function shownAward(seq: number, participationId: number, award: Award, cards: Cards): PublicEvent {
  const [at, points, why] = awardRow(award, cards)
  return { seq, at, kind: 'award', participationId, points, ...(why && { why }) }
}

const shownSolve = (
  seq: number,
  { team, challengeId, at, submissionId, solver }: FlatSolve,
  cards: Cards
): PublicEvent => ({
  seq,
  at,
  kind: 'solve',
  participationId: team.id,
  teamId: teamCard(cards, team).id,
  challengeId,
  submissionId,
  userName: cards.userName(solver)
})
