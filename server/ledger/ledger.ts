import { z } from 'zod'
import { bytes, json, nullable, number, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { isAppError, notFound } from '~/server/platform/errors'
import type { Redis } from '~/server/platform/redis'
import { chainHash, columnsOf, GENESIS, hashedText } from './chain'
import { type NewScoreEvent, NOTIFICATION_STREAM, type NotificationReason, type ScoreEvent } from './contract'
import { decodeEntry } from './decode'

const HEAD = { seq: number, hash: bytes }
/** `hash` is empty before the first entry. */
export type LedgerHead = RowOf<typeof HEAD>

/**
 * Locks the ledger until the transaction ends, judging included. Take it before deleting participations or challenges,
 * and before locking any row of the game, or it deadlocks with the judge.
 * @throws AppError `game.not_found` 404
 */
export async function lockLedger(sql: Sql, gameId: number): Promise<LedgerHead> {
  const found = await lockBegun(sql, gameId)
  if (found) return found
  await sql.query(
    'INSERT INTO ledger_heads (game_id) SELECT id FROM games WHERE id = $1 ON CONFLICT DO NOTHING',
    [gameId]
  )
  const made = await lockBegun(sql, gameId)
  if (!made) throw notFound('game.not_found')
  return made
}

/** `lockLedger` in one statement; undefined when nothing was locked, because the game's ledger has not begun. */
export const lockBegun = (sql: Sql, gameId: number): Promise<LedgerHead | undefined> =>
  row(sql, HEAD, {
    name: 'ledger_lock',
    text: 'SELECT seq, hash FROM ledger_heads WHERE game_id = $1 FOR UPDATE',
    values: [gameId]
  })

/** Locks ledgers in order of id, against deadlocks; skips deleted games. */
export async function lockLedgers(sql: Sql, gameIds: readonly number[]): Promise<void> {
  for (const id of [...gameIds].sort((a, b) => a - b))
    await lockLedger(sql, id).catch((error: unknown) => {
      if (!isAppError(error)) throw error
    })
}

/** Locks the ledger. Call `notifyScoring` after the commit. @returns the events with `seq` */
export async function appendEntries(
  sql: Sql,
  gameId: number,
  events: readonly NewScoreEvent[]
): Promise<ScoreEvent[]> {
  if (events.length === 0) return []
  return appendAt(sql, gameId, await lockLedger(sql, gameId), events)
}

/** Appends for a caller that holds the lock and passes the present head. */
export async function appendAt(
  sql: Sql,
  gameId: number,
  head: LedgerHead,
  events: readonly NewScoreEvent[]
): Promise<ScoreEvent[]> {
  const entries = events.map(columnsOf)
  const hashes: Buffer[] = []
  for (const [index, row] of entries.entries())
    hashes.push(chainHash(hashes.at(-1) ?? head.hash, gameId, head.seq + index + 1, row))
  await sql.query({
    name: 'ledger_append',
    text: `
      WITH head AS (UPDATE ledger_heads SET seq = $2 + cardinality($3::text[]), hash = $10 WHERE game_id = $1)
      INSERT INTO score_events (game_id, seq, kind, at, participation_id, challenge_id, submission_id, user_id,
                                payload, prev_hash, hash)
      SELECT $1, $2 + place, kind, to_timestamp(at / 1000.0), participation_id, challenge_id, submission_id,
             user_id, payload, coalesce(lag(hash) OVER (ORDER BY place), $11), hash
      FROM unnest($3::text[], $4::int8[], $5::int[], $6::int[], $7::int[], $8::uuid[], $9::jsonb[], $12::bytea[])
        WITH ORDINALITY AS entry (kind, at, participation_id, challenge_id, submission_id, user_id, payload,
                                  hash, place)
      ORDER BY place`,
    values: [
      gameId,
      head.seq,
      entries.map((row) => row.kind),
      entries.map((row) => row.at),
      entries.map((row) => row.participationId),
      entries.map((row) => row.challengeId),
      entries.map((row) => row.submissionId),
      entries.map((row) => row.userId),
      entries.map((row) => (row.payload === null ? null : JSON.stringify(row.payload))),
      hashes.at(-1),
      head.hash,
      hashes
    ]
  })
  return events.map((event, index) => ({ ...event, seq: head.seq + index + 1 }))
}

const COLUMNS = `seq, kind, (extract(epoch FROM at) * 1000)::int8 AS at, participation_id AS "participationId",
  challenge_id AS "challengeId", submission_id AS "submissionId", user_id AS "userId", payload`

const ENTRY = {
  seq: number,
  kind: text,
  at: number,
  participationId: nullable(number),
  challengeId: nullable(number),
  submissionId: nullable(number),
  userId: nullable(uuid),
  payload: nullable(json(z.unknown()))
}

/** A page after `afterSeq` in the order of the ledger; empty at its end. */
export async function readEntries(
  sql: Sql,
  gameId: number,
  afterSeq: number,
  limit: number
): Promise<ScoreEvent[]> {
  const entries = await rows(sql, ENTRY, {
    name: 'ledger_read',
    text: `SELECT ${COLUMNS} FROM score_events WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    values: [gameId, afterSeq, limit]
  })
  return entries.map(decodeEntry)
}

interface HashedEntry {
  seq: number
  text: string
  hash: Buffer
}

/** As `readEntries`, but each entry as the text that was hashed, with its hash. */
export async function readHashed(
  sql: Sql,
  gameId: number,
  afterSeq: number,
  limit: number
): Promise<HashedEntry[]> {
  const entries = await rows(
    sql,
    { ...ENTRY, hash: bytes },
    `SELECT ${COLUMNS}, hash FROM score_events WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [gameId, afterSeq, limit]
  )
  return entries.map((entry) => ({
    seq: entry.seq,
    text: hashedText(gameId, entry.seq, entry),
    hash: entry.hash
  }))
}

export interface Verification {
  /** Valid entries from the first on. */
  entries: number
  /** First missing, altered or misplaced entry; null for none. */
  firstBad: number | null
}

/** Recomputes the chain and compares its end with the head. */
export async function verifyChain(sql: Sql, gameId: number, page = 5000): Promise<Verification> {
  let seq = 0
  let previous: Buffer = GENESIS
  for (;;) {
    const entries = await rows(
      sql,
      { ...ENTRY, prev_hash: bytes, hash: bytes },
      `SELECT ${COLUMNS}, prev_hash, hash FROM score_events
       WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [gameId, seq, page]
    )
    for (const entry of entries) {
      const good =
        entry.seq === seq + 1 &&
        entry.prev_hash.equals(previous) &&
        entry.hash.equals(chainHash(previous, gameId, entry.seq, entry))
      if (!good) return { entries: seq, firstBad: seq + 1 }
      seq = entry.seq
      previous = entry.hash
    }
    if (entries.length < page) break
  }
  const found = await row(sql, HEAD, 'SELECT seq, hash FROM ledger_heads WHERE game_id = $1', [gameId])
  const head: LedgerHead = found ?? { seq: 0, hash: GENESIS }
  return { entries: seq, firstBad: head.seq === seq && head.hash.equals(previous) ? null : seq + 1 }
}

/** Call it after the commit. A lost one costs half a second, until scoring compares its boards with the rows. Rejects without Redis. */
export async function notifyScoring(
  redis: Redis,
  gameId: number,
  reason: NotificationReason = 'judge'
): Promise<void> {
  await redis.xAdd(
    NOTIFICATION_STREAM,
    '*',
    { game: String(gameId), reason },
    {
      TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 }
    }
  )
}
