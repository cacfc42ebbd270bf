import { summaryOf } from '../../ranking/writer'
import { type BoardState, type Cards, packBonus } from '../../rules'
import type { SnapshotMeta } from '../redis-keys'
import { Serialiser } from '../serialise'
import { type BoardSnapshot, packIndex, snapshotOf } from '../snapshot'

const NONE = Buffer.alloc(0)

export function snapshotFrom(state: BoardState, cards: Cards, updatedAt: number, etag = ''): BoardSnapshot {
  const { json, teams, items, challenges, challengeCount } = new Serialiser().write(state, cards, updatedAt)
  const meta: SnapshotMeta = {
    ...{ seq: state.seq, etag, packed: false, updatedAt, challengeCount, teams: teams.length, items },
    bloodBonus: packBonus(state.bonus),
    ...summaryOf(state, cards)
  }
  const columns = { identity: NONE, gzip: NONE, br: NONE }
  return snapshotOf(1, {
    ...{ meta, json, gzip: NONE, br: NONE, index: packIndex(teams), columns },
    challenges: json.subarray(...challenges)
  })
}
