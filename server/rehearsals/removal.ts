import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, rows, uuid } from '~/server/db'
import { endedBy, endInstances } from '~/server/instances'

/** SQL: runs that no process plays and that left something behind. */
const LEFT = `
  SELECT DISTINCT m.run FROM (
    SELECT rehearsal AS run FROM games WHERE rehearsal IS NOT NULL
    UNION SELECT rehearsal FROM teams WHERE rehearsal IS NOT NULL
    UNION SELECT rehearsal FROM users WHERE rehearsal IS NOT NULL) m
  WHERE NOT EXISTS (SELECT FROM rehearsals r WHERE r.run = m.run AND r.state = 'running' AND r.lease_until > now())
  LIMIT 20`

const COPIES = 'SELECT id FROM games WHERE rehearsal = $1'
const ACCOUNTS = 'SELECT id FROM users WHERE rehearsal = $1'

const ALIVE = `SELECT FROM instances WHERE game_id = ANY ($1::int[]) AND state NOT IN ('ended', 'failed') LIMIT 1`

async function drop(tx: Change, run: string, copies: number[]): Promise<void> {
  const accounts = await rows(tx, { id: uuid }, ACCOUNTS, [run])
  // Locks in the order in which openings refer to them, as moving a game to the trash does; otherwise both could deadlock.
  for (const table of ['challenges', 'participations'])
    await tx.query(`SELECT FROM ${table} WHERE game_id = ANY ($1::int[]) ORDER BY id FOR UPDATE`, [copies])
  // Their rows would stay without a game.
  await tx.query('DELETE FROM instances WHERE game_id = ANY ($1::int[])', [copies])
  await tx.query('DELETE FROM games WHERE rehearsal = $1', [run])
  await tx.query('DELETE FROM teams WHERE rehearsal = $1', [run])
  await tx.query('DELETE FROM users WHERE rehearsal = $1', [run])
  tx.invalidate('games', ...copies.map((id) => `game:${id}`), ...accounts.map(({ id }) => `user:${id}`))
  for (const id of copies) tx.notifyScoring(id, 'rebuild')
}

/**
 * Removes the copy, the teams and the accounts of runs that are over, with all that hangs on them. What still has an instance on an
 * engine goes in a later call, when that has ended. @returns how many runs still have something
 */
export async function removeLeft(db: Database, change: MakeChange, ctx: Ctx): Promise<number> {
  let left = 0
  for (const { run } of await rows(db.pool, { run: uuid }, LEFT)) {
    const copies = (await rows(db.pool, { id: number }, COPIES, [run])).map(({ id }) => id)
    const gone = await change(ctx, { ledger: copies, intake: copies, long: true }, async (tx) => {
      for (const gameId of copies) await endInstances(tx, { gameId }, 'game_deleted', endedBy(ctx))
      if ((await tx.query(ALIVE, [copies])).rowCount) return false
      await drop(tx, run, copies)
      return true
    })
    if (!gone) left++
  }
  return left
}
