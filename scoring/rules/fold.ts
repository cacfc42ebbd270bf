import type { ScoreEvent, SolveEvent } from '~/server/ledger/contract'
import { joinHill, whyOf } from './hill'
import {
  type Award,
  type BoardState,
  type ChallengeState,
  emptyBoard,
  ensureChallenge,
  ensureTeam,
  type Solve,
  type Standing,
  solveOf,
  type TeamState
} from './state'

/** Folds an entry into the board, in place. Only marks changes, which `settle` prices once; a `correction` changes none. */
export function applyEvent(state: BoardState, event: ScoreEvent): void {
  state.seq = event.seq
  switch (event.kind) {
    case 'admit':
      setDivision(state, ensureTeam(state, event.participationId), event.payload.division)
      setStanding(state, ensureTeam(state, event.participationId), 'counted')
      break
    case 'division':
      setDivision(state, ensureTeam(state, event.participationId), event.payload.division)
      break
    case 'suspend':
      setStanding(state, ensureTeam(state, event.participationId), 'suspended')
      break
    case 'withdraw':
      setStanding(state, ensureTeam(state, event.participationId), 'withdrawn')
      break
    case 'restore': {
      const team = ensureTeam(state, event.participationId)
      if (team.standing === 'suspended') setStanding(state, team, 'counted')
      return
    }
    case 'curve': {
      const challenge = ensureChallenge(state, event.challengeId)
      challenge.curve = event.payload
      state.stale.challenges.add(challenge)
      return
    }
    case 'decay': {
      const challenge = ensureChallenge(state, event.challengeId)
      challenge.stopped = event.payload.stopped
      state.stale.challenges.add(challenge)
      return
    }
    case 'open':
    case 'close': {
      const challenge = ensureChallenge(state, event.challengeId)
      challenge.open = event.kind === 'open'
      state.stale.challenges.add(challenge)
      return
    }
    case 'bonus':
      state.bonus = event.payload
      for (const challenge of state.challenges.values()) state.stale.challenges.add(challenge)
      return
    case 'solve':
      addSolve(state, event)
      break
    case 'void':
      removeSolve(state, event)
      break
    case 'award': {
      const { at, participationId, payload } = event
      addAward(state, participationId, { at, points: payload.points, why: whyOf(payload) })
    }
  }
}

/** Takes no more of `award` than belongs to it, so that an event may be given. */
export function addAward(state: BoardState, participationId: number, { at, points, why }: Award): void {
  const team = ensureTeam(state, participationId)
  const award = { at, points, why }
  if (!joinHill(team.awards, award)) insert(team.awards, award, (a, b) => a.at < b.at)
  team.revision++
  state.stale.teams.add(team)
}

/** Applies events in their order to `state`, which it changes and returns. Settle before reading places. */
export function fold(events: Iterable<ScoreEvent>, state: BoardState = emptyBoard()): BoardState {
  for (const event of events) applyEvent(state, event)
  return state
}

function setStanding(state: BoardState, team: TeamState, standing: Standing): void {
  if (team.standing === standing) return
  team.standing = standing
  for (const solve of team.solves) state.stale.challenges.add(solve.challenge)
  state.stale.teams.add(team)
}

function setDivision(state: BoardState, team: TeamState, division: string | null): void {
  team.division = division
  state.stale.ranking = true
}

/** The first solve of a pair stands; another one counts only after a `void`. */
function addSolve(state: BoardState, event: SolveEvent): void {
  const team = ensureTeam(state, event.participationId)
  const challenge = ensureChallenge(state, event.challengeId)
  if (solveOf(team, challenge.id)) return
  const solve: Solve = {
    team,
    challenge,
    at: event.at,
    submissionId: event.submissionId,
    solver: event.userId,
    kind: null,
    points: 0
  }
  insert(team.solves, solve, compareSolves)
  insert(challenge.solves, solve, compareSolves)
  mark(state, team, challenge)
}

function removeSolve(
  state: BoardState,
  pair: { participationId: number; challengeId: number; submissionId: number | null }
): void {
  const team = ensureTeam(state, pair.participationId)
  const solve = solveOf(team, pair.challengeId)
  if (!solve || (pair.submissionId !== null && solve.submissionId !== pair.submissionId)) return
  remove(team.solves, solve)
  remove(solve.challenge.solves, solve)
  mark(state, team, solve.challenge)
}

/** Null removes the solve of the pair. */
export function replaceSolve(
  state: BoardState,
  pair: { participationId: number; challengeId: number },
  solve: SolveEvent | null
): void {
  removeSolve(state, { ...pair, submissionId: null })
  if (solve) addSolve(state, solve)
}

/** `awards`: oldest first. */
export function replaceAwards(state: BoardState, participationId: number, awards: readonly Award[]): void {
  const team = ensureTeam(state, participationId)
  team.awards.splice(0, team.awards.length, ...awards)
  team.revision++
  state.stale.teams.add(team)
}

/**
 * The team and its solves are gone as if they had never been; challenges that it solved are priced anew by the next
 * `settle`.
 */
export function removeTeam(state: BoardState, id: number): void {
  const team = state.teams.get(id)
  if (!team) return
  for (const solve of team.solves) {
    remove(solve.challenge.solves, solve)
    state.stale.challenges.add(solve.challenge)
  }
  team.standing = 'withdrawn'
  state.teams.delete(id)
  state.stale.teams.delete(team)
  state.stale.ranking = true
}

/** The challenge and its solves are gone as if they had never been; scores follow by the next `settle`. */
export function removeChallenge(state: BoardState, id: number): void {
  const challenge = state.challenges.get(id)
  if (!challenge) return
  for (const solve of challenge.solves) {
    remove(solve.team.solves, solve)
    solve.team.revision++
    state.stale.teams.add(solve.team)
  }
  state.challenges.delete(id)
  state.stale.challenges.delete(challenge)
}

function mark(state: BoardState, team: TeamState, challenge: ChallengeState): void {
  team.revision++
  state.stale.teams.add(team)
  state.stale.challenges.add(challenge)
}

/** Blood order: time as stored by the database, then submission id. */
export const compareSolves = (a: Solve, b: Solve): boolean =>
  a.at < b.at || (a.at === b.at && a.submissionId < b.submissionId)

const remove = <T>(list: T[], item: T): void => void list.splice(list.indexOf(item), 1)

/** Nearly always at the end of the list. */
function insert<T>(list: T[], item: T, before: (a: T, b: T) => boolean): void {
  let place = list.length
  while (place > 0 && before(item, list[place - 1] as T)) place--
  if (place === list.length) list.push(item)
  else list.splice(place, 0, item)
}
