import { LRUCache } from 'lru-cache'
import { applyEvent, type BoardState, emptyBoard, Freeze, settle } from '~/scoring/rules'
import type { Sql } from '~/server/db'
import { readEntries } from '~/server/ledger'

/** Keeps folded boards behind a freeze: a second request reads only entries appended since. */
export interface RunningBoards {
  /** Folds present entries without the ledger's lock; concurrent callers share the work. */
  prepare(sql: Sql, gameId: number, frozen: Date): Promise<void>
  /**
   * Settled, and as current as `sql`, which must see committed entries alone: ask before you append. Read it before the next
   * await, and change nothing.
   */
  at(sql: Sql, gameId: number, frozen: Date): Promise<BoardState>
}

/** Entries of the ledger read at once. */
const PAGE = 5000
/** Most kept boards; the least recently used is dropped, and any that is unused for this time. */
const BOARDS = 4
const KEPT_MS = 600_000

interface Running {
  state: BoardState
  freeze: Freeze
  /** The last entry that was folded. */
  seq: number
  preparing: Promise<void> | null
}

const begun = (frozen: Date): Running => ({
  state: emptyBoard(),
  freeze: new Freeze(frozen.getTime()),
  seq: 0,
  preparing: null
})

/** Several at once help each other: whoever has read the next entry folds it. None waits for another's connection. */
async function advance(sql: Sql, gameId: number, board: Running): Promise<void> {
  for (;;) {
    const page = await readEntries(sql, gameId, board.seq, PAGE)
    for (const event of page) {
      if (event.seq <= board.seq) continue
      board.seq = event.seq
      if (!board.freeze.holds(event)) applyEvent(board.state, event)
    }
    if (page.length < PAGE) break
  }
  settle(board.state)
}

export function createRunningBoards(): RunningBoards {
  const boards = new LRUCache<string, Running>({ max: BOARDS, ttl: KEPT_MS, updateAgeOnGet: true })
  const boardOf = (gameId: number, frozen: Date): Running => {
    const key = `${gameId} ${frozen.getTime()}`
    const board = boards.get(key) ?? begun(frozen)
    boards.set(key, board)
    return board
  }
  return {
    prepare(sql, gameId, frozen) {
      const board = boardOf(gameId, frozen)
      board.preparing ??= advance(sql, gameId, board).finally(() => {
        board.preparing = null
      })
      return board.preparing
    },
    async at(sql, gameId, frozen) {
      const board = boardOf(gameId, frozen)
      await advance(sql, gameId, board)
      return board.state
    }
  }
}
