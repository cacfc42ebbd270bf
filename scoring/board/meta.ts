import { hash } from 'node:crypto'
import { summaryOf } from '../ranking/writer'
import { type BoardState, type Cards, packBonus } from '../rules'
import type { SnapshotMeta } from './redis-keys'
import type { SerialisedBoard } from './serialise'

/** Everything of a snapshot but its texts; `updatedAt` in Unix milliseconds. */
export function snapshotMeta(
  state: BoardState,
  cards: Cards,
  board: SerialisedBoard,
  updatedAt: number
): SnapshotMeta {
  return {
    seq: state.seq,
    etag: etagOf(board),
    packed: false,
    updatedAt,
    challengeCount: board.challengeCount,
    bloodBonus: packBonus(state.bonus),
    teams: board.teams.length,
    ...summaryOf(state, cards),
    items: board.items
  }
}

/** Weak, since two boards of the same ledger and names differ in the time of making. */
const etagOf = ({ json, contentAt }: SerialisedBoard): string =>
  `W/"${hash('sha256', json.subarray(contentAt), 'base64url').slice(0, 22)}"`
