import { afterAll, beforeAll } from 'vitest'
import { judge } from '~/scoring/judge'
import { readEntries } from '~/server/ledger'
import type { PlayedGame } from '../fixtures'
import { openStores, type Stores } from '../stores/stores'

/** Games whose flags are judged in this process, for all tests of a file. */
export function openJudgeSuite() {
  let stores: Stores
  beforeAll(async () => {
    stores = await openStores()
  })
  afterAll(() => stores?.close())

  const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await stores.db.pool.query<T>(text, values)).rows

  const statuses = async (ids: number[]) => {
    const found = await rows<{ id: number; status: string }>(
      'SELECT id, status FROM submissions WHERE id = ANY($1)',
      ids
    )
    return ids.map((id) => found.find((row) => row.id === id)?.status)
  }
  const solvesOf = (game: PlayedGame) =>
    rows<{ submission_id: number }>('SELECT * FROM solves WHERE game_id = $1', game.id)
  const noticesOf = (game: PlayedGame) =>
    rows<{ type: string; values: string[]; at: Date }>(
      'SELECT type, "values", published_at AS at FROM notices WHERE game_id = $1 ORDER BY id',
      game.id
    )
  const solveEvents = async (game: PlayedGame) =>
    (await readEntries(stores.db.pool, game.id, 0, 10_000)).flatMap((event) =>
      event.kind === 'solve' ? [event] : []
    )

  const judgeAll = async (game: PlayedGame) => {
    for (;;) if ((await judge(stores.db, game.id)).rows.length === 0) return
  }

  return {
    rows,
    statuses,
    solvesOf,
    noticesOf,
    solveEvents,
    judgeAll,
    get stores() {
      return stores
    }
  }
}
