import { unpackBonus } from './bonus'
import type { Cards, Delta, PublicEvent, Scoreboard } from './contract'
import { addAward, applyEvent, removeChallenge, removeTeam } from './fold'
import { awardOf } from './hill'
import { type BoardState, emptyBoard } from './state'
import { fromWire } from './time'

/** A fold of public events, with names. Solvers are user names. */
export interface PublicBoard {
  state: BoardState
  cards: Cards
}

/** The board of a snapshot, ready for deltas from its `seq`. */
export function boardFromSnapshot(snapshot: Scoreboard): PublicBoard {
  const state = emptyBoard()
  const cards: Cards = { teams: new Map(), challenges: new Map(), userName: (solver) => solver }
  const { seq } = snapshot
  const board = { state, cards }
  applyPublic(board, { seq, at: 0, kind: 'bonus', bonus: unpackBonus(snapshot.bloodBonus) })
  for (const challenge of Object.values(snapshot.challenges).flat()) {
    const { id: challengeId, title, category, originalScore, minScoreRate, difficulty } = challenge
    const { decayStopped: stop, customCategory, labels, values } = challenge
    const curve = { score: originalScore, minRate: minScoreRate, difficulty, ...(values && { values }) }
    const card = { title, category, ...(customCategory && { customCategory }), ...(labels && { labels }) }
    applyPublic(board, { seq, at: 0, kind: 'open', challengeId, curve, card })
    if (stop) applyPublic(board, { seq, at: 0, kind: 'decay', challengeId, stop })
  }
  const solves: Extract<PublicEvent, { kind: 'solve' }>[] = []
  for (const { participationId, organization: division, adjustments, ...item } of snapshot.items) {
    const { id, name, bio, avatar, country } = item
    const team = { id, name, bio, avatar, country }
    applyPublic(board, { seq, at: 0, kind: 'admit', participationId, division, team })
    for (const adjustment of adjustments) addAward(state, participationId, awardOf(adjustment))
    for (const { id: challengeId, time, submissionId, userName } of item.solvedChallenges) {
      const at = fromWire(time)
      solves.push({
        seq,
        at,
        kind: 'solve',
        participationId,
        teamId: id,
        challengeId,
        submissionId,
        userName
      })
    }
  }
  solves.sort((a, b) => a.at - b.at || a.submissionId - b.submissionId)
  for (const solve of solves) applyPublic(board, solve)
  return board
}

/** Takes over the names of another version; cards with the same content stay the same objects. */
export function renameFrom({ cards }: PublicBoard, other: Pick<Cards, 'teams' | 'challenges'>): void {
  const adopt = <Card extends object>(known: Map<number, Card>, id: number, card: Card) => {
    const before = known.get(id)
    if (before && JSON.stringify(before) !== JSON.stringify(card)) known.set(id, card)
  }
  for (const [id, card] of other.teams) adopt(cards.teams, id, card)
  for (const [id, card] of other.challenges) adopt(cards.challenges, id, card)
}

/** Skips entries that the board has. @returns false when entries are missing: fetch a snapshot */
export function applyDelta(board: PublicBoard, { from, to, events }: Delta): boolean {
  const { seq } = board.state
  if (from > seq) return false
  if (to <= seq) return true
  for (const event of events) if (event.seq > seq) applyPublic(board, event)
  board.state.seq = to
  return true
}

/** Most deltas kept for a snapshot that may close a gap; a later snapshot closes it, too. */
const MAX_WAITING = 500

/**
 * Folds the deltas that join the board, and takes them off the list; the others wait for a snapshot. `folded`
 * gets the new entries of each. @returns false when entries are missing: fetch a snapshot, call again
 */
export function applyWaiting(
  board: PublicBoard,
  waiting: Delta[],
  folded: (events: PublicEvent[]) => void = () => {}
): boolean {
  const takes = (delta: Delta): boolean => {
    const { seq } = board.state
    if (!applyDelta(board, delta)) return false
    folded(delta.events.filter((event) => event.seq > seq))
    return true
  }
  // A delta may wait for one that stands behind it.
  for (let before = -1; waiting.length !== before; ) {
    before = waiting.length
    waiting.splice(0, before, ...waiting.filter((delta) => !takes(delta)))
  }
  waiting.splice(0, Math.max(0, waiting.length - MAX_WAITING))
  return waiting.length === 0
}

function applyPublic({ state, cards }: PublicBoard, event: PublicEvent): void {
  switch (event.kind) {
    case 'admit':
      cards.teams.set(event.participationId, event.team)
      applyEvent(state, { ...event, payload: { division: event.division } })
      break
    case 'division':
      applyEvent(state, { ...event, payload: { division: event.division } })
      break
    case 'leave':
      removeTeam(state, event.participationId)
      break
    case 'open':
      cards.challenges.set(event.challengeId, event.card)
      applyEvent(state, { ...event, kind: 'curve', payload: event.curve })
      applyEvent(state, event)
      break
    case 'close':
      removeChallenge(state, event.challengeId)
      break
    case 'curve':
      applyEvent(state, { ...event, payload: event.curve })
      break
    case 'decay':
      applyEvent(state, { ...event, payload: { stopped: [...event.stop.times] } })
      break
    case 'bonus':
      applyEvent(state, { ...event, payload: event.bonus })
      break
    case 'solve':
      applyEvent(state, { ...event, userId: event.userName })
      break
    case 'void':
      applyEvent(state, { ...event, submissionId: null })
      break
    case 'award':
      addAward(state, event.participationId, event)
  }
}
