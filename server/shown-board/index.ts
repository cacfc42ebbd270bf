import { applyEvent, type BoardState, emptyBoard, Freeze } from '~/scoring/rules'
import { bool, row, type Sql } from '~/server/db'
import { read } from '~/server/ledger'

export { createRunningBoards, type RunningBoards } from './running'

/** Entries of the ledger read at once. */
const PAGE = 5000

/** The board before a freeze at `frozen` (milliseconds), and before the entry `until`; null: without. */
export async function boardOf(
  sql: Sql,
  gameId: number,
  frozen: number | null,
  until: number | null = null
): Promise<BoardState> {
  const state = emptyBoard()
  const freeze = new Freeze(frozen)
  for (let seq = 0; ; ) {
    const page = await read(sql, gameId, seq, PAGE)
    for (const event of page) {
      if (event.seq === until) return state
      if (!freeze.holds(event)) applyEvent(state, event)
    }
    seq = page.at(-1)?.seq ?? seq
    if (page.length < PAGE) return state
  }
}

/** SQL: entry `e` of a game does not belong to a correction that was made at the time `$at` or later. */
export const apartFromCorrectionsSince = (at: string): string => `NOT EXISTS (
  SELECT FROM score_events k WHERE k.game_id = e.game_id AND k.kind = 'correction' AND k.at >= ${at}
    AND e.seq > k.seq AND e.seq <= k.seq + (k.payload->>'entries')::int)`

/** SQL: whether results of a game before a freeze at `$at` may have changed since. */
export const changedAfter = (game: string, at: string): string => `EXISTS (SELECT FROM score_events
  WHERE game_id = ${game} AND kind IN ('correction', 'void') AND at >= ${at})`

/**
 * Whether results before a freeze at `frozen` may have changed since, so that the tables say something else about them than the
 * public board (docs/rules/freeze.md#what-is-held-back).
 */
export async function changedSince(sql: Sql, gameId: number, frozen: Date): Promise<boolean> {
  const found = await row(
    sql,
    { changed: bool },
    {
      name: 'ledger_changed_since',
      text: `SELECT ${changedAfter('$1', '$2')} AS changed`,
      values: [gameId, frozen]
    }
  )
  return found!.changed
}
