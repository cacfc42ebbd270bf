import { unpackBonus } from './bonus'
import { applyPublic, type PublicBoard } from './client'
import type { Cards, PublicEvent, Scoreboard } from './contract'
import { addAward } from './fold'
import { emptyBoard } from './state'
import { fromWire } from './time'

/** The board of a snapshot, ready for deltas from its `seq`. */
export function boardFromSnapshot(snapshot: Scoreboard): PublicBoard {
  const state = emptyBoard()
  const cards: Cards = { teams: new Map(), challenges: new Map(), userName: (solver) => solver }
  const { seq } = snapshot
  const board = { state, cards }
  applyPublic(board, { seq, at: 0, kind: 'bonus', bonus: unpackBonus(snapshot.bloodBonus) })
  for (const challenge of Object.values(snapshot.challenges).flat()) {
    const { id: challengeId, title, category, originalScore, minScoreRate, difficulty } = challenge
    const { decayStopped: stop, labels, values } = challenge
    const curve = { score: originalScore, minRate: minScoreRate, difficulty, ...(values && { values }) }
    const card = { title, category, ...(labels && { labels }) }
    applyPublic(board, { seq, at: 0, kind: 'open', challengeId, curve, card })
    if (stop) applyPublic(board, { seq, at: 0, kind: 'decay', challengeId, stop })
  }
  const solves: Extract<PublicEvent, { kind: 'solve' }>[] = []
  for (const { participationId, organization: division, adjustments, ...item } of snapshot.items) {
    const { id, name, bio, avatar, country } = item
    const team = { id, name, bio, avatar, country }
    applyPublic(board, { seq, at: 0, kind: 'admit', participationId, division, team })
    for (const { time, points, reason, kind } of adjustments) {
      const why = kind === 'hint' ? 1 : (reason ?? undefined)
      addAward(state, participationId, { at: fromWire(time), points, why })
    }
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
