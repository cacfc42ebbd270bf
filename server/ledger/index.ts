import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Redis } from '~/server/platform/redis'
import { chain, columnsOf, GENESIS, type LedgerColumns } from './chain'
import { type NewScoreEvent, type ScoreEvent, WAKE_STREAM, type WakeReason } from './contract'
import { decode } from './decode'

export type * from './contract'
export { WAKE_REASONS, WAKE_STREAM } from './contract'

/** Where a game's ledger ends; `hash` is empty before the first entry. */
export interface LedgerHead {
  seq: number
  hash: Buffer
}

/**
 * Locks the game's ledger until the transaction ends, so that nobody else can write it; judging included.
 * A transaction that deletes participations or challenges calls this first: later it could deadlock with the
 * judge, which holds this lock while its rows refer to them. Nothing of the game, its own row included, is locked
 * before: who deletes the game holds the ledger, and waits for all that refers to it.
 * @throws AppError `game.not_found` 404 when the game is gone
 */
export async function lock(sql: Sql, gameId: number): Promise<LedgerHead> {
  const query = {
    name: 'ledger_lock',
    text: 'SELECT seq, hash FROM ledger_heads WHERE game_id = $1 FOR UPDATE',
    values: [gameId]
  }
  const found = await sql.query<LedgerHead>(query)
  if (found.rows[0]) return found.rows[0]
  await sql.query(
    'INSERT INTO ledger_heads (game_id) SELECT id FROM games WHERE id = $1 ON CONFLICT DO NOTHING',
    [gameId]
  )
  const made = await sql.query<LedgerHead>(query)
  if (!made.rows[0]) throw notFound('game.not_found')
  return made.rows[0]
}

/** `lock` for several games in order of id, so that nobody waits in a ring; those that are gone have no ledger. */
export async function lockAll(sql: Sql, gameIds: readonly number[]): Promise<void> {
  for (const id of [...gameIds].sort((a, b) => a - b))
    await lock(sql, id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
}

/** First key of the locks under which `store_submissions` takes flags in, one a game. */
const INTAKE_LOCK = 0x5eb

/**
 * Has flags for these games wait until the transaction ends; their ledgers are locked already. Whoever deletes several
 * registrations at once calls this first: a batch of flags refers to several as well, in the order in which they came,
 * and the two would wait for each other.
 */
export async function lockIntake(sql: Sql, gameIds: number[]): Promise<void> {
  for (const id of [...gameIds].sort((a, b) => a - b))
    await sql.query('SELECT pg_advisory_xact_lock($1, $2)', [INTAKE_LOCK, id])
}

/**
 * Appends events to the game's ledger, inside the caller's transaction. Locks the ledger if the caller has not.
 * Call `wake` after the commit.
 * @returns the events with their places
 */
export async function append(
  sql: Sql,
  gameId: number,
  events: readonly NewScoreEvent[]
): Promise<ScoreEvent[]> {
  if (events.length === 0) return []
  return appendAt(sql, gameId, await lock(sql, gameId), events)
}

/** `append` for a caller that holds the lock and knows the head it got from `lock`, unchanged since. */
export async function appendAt(
  sql: Sql,
  gameId: number,
  head: LedgerHead,
  events: readonly NewScoreEvent[]
): Promise<ScoreEvent[]> {
  const rows = events.map(columnsOf)
  const hashes: Buffer[] = []
  for (const [index, row] of rows.entries())
    hashes.push(chain(hashes.at(-1) ?? head.hash, gameId, head.seq + index + 1, row))
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
      rows.map((row) => row.kind),
      rows.map((row) => row.at),
      rows.map((row) => row.participationId),
      rows.map((row) => row.challengeId),
      rows.map((row) => row.submissionId),
      rows.map((row) => row.userId),
      rows.map((row) => (row.payload === null ? null : JSON.stringify(row.payload))),
      hashes.at(-1),
      head.hash,
      hashes
    ]
  })
  return events.map((event, index) => ({ ...event, seq: head.seq + index + 1 }))
}

const COLUMNS = `seq, kind, (extract(epoch FROM at) * 1000)::int8 AS at, participation_id AS "participationId",
  challenge_id AS "challengeId", submission_id AS "submissionId", user_id AS "userId", payload`

/** The next entries after `afterSeq`, at most `limit`. */
export async function read(
  sql: Sql | Database['pool'],
  gameId: number,
  afterSeq: number,
  limit: number
): Promise<ScoreEvent[]> {
  const { rows } = await sql.query<LedgerColumns & { seq: number }>({
    name: 'ledger_read',
    text: `SELECT ${COLUMNS} FROM score_events WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    values: [gameId, afterSeq, limit]
  })
  return rows.map(decode)
}

export interface Verification {
  /** Entries whose place and hash are right, counted from the first. */
  entries: number
  /** First entry that is missing, altered or out of place; null when all is well. */
  firstBad: number | null
}

/** Walks the whole chain of a game again and compares its end with the head. */
export async function verify(
  sql: Sql | Database['pool'],
  gameId: number,
  page = 5000
): Promise<Verification> {
  let seq = 0
  let previous: Buffer = GENESIS
  for (;;) {
    const { rows } = await sql.query<LedgerColumns & { seq: number; prev_hash: Buffer; hash: Buffer }>(
      `SELECT ${COLUMNS}, prev_hash, hash FROM score_events
       WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [gameId, seq, page]
    )
    for (const row of rows) {
      const good =
        row.seq === seq + 1 &&
        row.prev_hash.equals(previous) &&
        row.hash.equals(chain(previous, gameId, row.seq, row))
      if (!good) return { entries: seq, firstBad: seq + 1 }
      seq = row.seq
      previous = row.hash
    }
    if (rows.length < page) break
  }
  const heads = await sql.query<LedgerHead>('SELECT seq, hash FROM ledger_heads WHERE game_id = $1', [gameId])
  const head: LedgerHead = heads.rows[0] ?? { seq: 0, hash: GENESIS }
  return { entries: seq, firstBad: head.seq === seq && head.hash.equals(previous) ? null : seq + 1 }
}

/**
 * Tells scoring, after the commit, that a game changed. Losing a wake-up only costs time: scoring looks at the
 * rows by itself every two seconds. Rejects while Redis is away.
 */
export async function wake(redis: Redis, gameId: number, reason: WakeReason = 'judge'): Promise<void> {
  await redis.xAdd(
    WAKE_STREAM,
    '*',
    { game: String(gameId), reason },
    {
      TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 }
    }
  )
}
