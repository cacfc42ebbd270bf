import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Ctx } from '~/server/access/contract'
import { bytes, type Database, number, row, rows, type Sql, text, time } from '~/server/db'
import { type Games, isSealedBy, signWith } from '~/server/games'
import { type GameFacts, laterEndsOf, mayBeFrozen } from '~/server/games/contract'
import { GENESIS, readHashed } from '~/server/ledger'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { wireTime } from '~/server/platform/time'
import {
  type CheckpointView,
  checkpointMessage,
  isLedgerOpen,
  outsideMessage,
  type ReceiptView,
  type SolveReceipt
} from './contract'

/** See docs/ledger.md. */
export interface LedgerExport {
  /** NDJSON. @throws AppError `game.not_found` 404, `ledger.not_public` 403 (see isLedgerOpen) */
  file(ctx: Ctx, gameId: number): Promise<Readable>
  /**
   * Reads the lines and their number in the transaction of a caller that has checked the right.
   * @throws AppError `game.not_found` 404
   */
  linesIn(sql: Sql, game: GameFacts): Promise<{ entries: number; lines: AsyncIterable<Buffer> }>
  /** Newest first, at most 1000; none since a freeze. @throws AppError `game.not_found` 404 */
  checkpoints(ctx: Ctx, gameId: number): Promise<CheckpointView[]>
  /**
   * Returns a receipt. None during a freeze, because `seq` would reveal hidden activity.
   * @throws AppError `ledger.no_receipt` 404
   */
  receipt(ctx: Ctx, gameId: number, participationId: number, challengeId: number): Promise<ReceiptView>
  /**
   * Returns receipts of all solves of a team, in the order of the ledger; none during a freeze.
   * @throws AppError `game.not_found` 404
   */
  receipts(ctx: Ctx, gameId: number, participationId: number): Promise<SolveReceipt[]>
  /** Signs grown ledgers: hourly while the game runs, at once after it. @returns how many */
  sign(now: Date): Promise<number>
}

interface Needs {
  db: Database
  games: Games
  secretBox: SecretBox
  log: Log
}

/** Entries read and written at a time; other requests run in between. */
const BATCH_SIZE = 1000
/** Batches made at a time, whatever the number of downloads: players do not wait for those who verify. */
const CONCURRENCY = 2
const MAX_CHECKPOINTS = 1000
const HEAD = { seq: number, hash: bytes }
const KEYS = { publicKey: text, privateSeed: text }
const GROWN = { id: number, seq: number, hash: bytes, ...KEYS }
const CHECKPOINT = { seq: number, hash: bytes, time, signature: text }

/** Lines are bytes, because a web stream takes no strings. */
const line = (...values: object[]) =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

/** A base64 signature by the game's key; null when the key is sealed under another secret. */
type SignText = (text: string) => string | null

type Limit = <T>(work: () => Promise<T>) => Promise<T>

const inTurn: Limit = createSemaphore(CONCURRENCY)

/** For a caller's transaction, which must not wait for others with its connection in hand. */
const atOnce: Limit = (work) => work()

interface Contents {
  head: { seq: number; hash: Buffer }
  sign: SignText
  checkpoints: CheckpointView[]
  limit: Limit
}

async function* linesOf(
  sql: Sql,
  game: GameFacts,
  { head, sign, checkpoints, limit }: Contents
): AsyncGenerator<Buffer> {
  const { id, title, publicKey } = game
  const [start, end] = [wireTime(game.start), wireTime(game.regularEnd)]
  const divisionEnds = Object.fromEntries(laterEndsOf(game).map((one) => [one.division, one.end]))
  const first = { halyard: 'ledger', version: 2, game: id, title, start, end, divisionEnds, publicKey }
  yield line(first)
  for (let seq = 0; seq < head.seq; ) {
    const batch = await limit(() => batchAfter(sql, id, seq, Math.min(BATCH_SIZE, head.seq - seq)))
    if (!batch) return
    yield batch.lines
    seq = batch.last
  }
  const names = { names: await limit(() => namesOf(sql, id)) }
  yield line(names)
  yield line({ checkpoints })
  const hash = head.hash.toString('hex')
  const digest = createHash('sha256')
    .update([first, names, { checkpoints }].map((one) => JSON.stringify(one)).join('\n'))
    .digest('hex')
  const signature = sign(checkpointMessage(id, head.seq, hash))
  const outside = sign(outsideMessage(id, head.seq, hash, digest))
  yield line({ head: { seq: head.seq, hash }, signature, outside })
}

/** The entries after `seq`; null when there are none. */
async function batchAfter(sql: Sql, gameId: number, seq: number, count: number) {
  const entries = await readHashed(sql, gameId, seq, count)
  const last = entries.at(-1)?.seq
  if (last === undefined) return null
  return { last, lines: line(...entries.map((entry) => ({ ...entry, hash: entry.hash.toString('hex') }))) }
}

/** Names are outside the chain, so that they can change and be erased; each file signs those of its time. */
async function namesOf(sql: Sql, gameId: number) {
  const found = await rows(
    sql,
    { kind: text, id: number, name: text },
    `SELECT 'teams' AS kind, p.id, t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1
     UNION ALL SELECT 'challenges', id, title FROM challenges WHERE game_id = $1 ORDER BY 1, 2`,
    [gameId]
  )
  const of = (kind: string) =>
    Object.fromEntries(found.filter((one) => one.kind === kind).map(({ id, name }) => [id, name]))
  return { teams: of('teams'), challenges: of('challenges') }
}

type Sign = (keys: { publicKey: string; privateSeed: string }, text: string) => string | null

async function signGrown(db: Database, sign: Sign, log: Log, now: Date): Promise<number> {
  const grown = await rows(
    db.pool,
    GROWN,
    `SELECT g.id, h.seq, h.hash, g.public_key AS "publicKey", g.private_seed AS "privateSeed"
     FROM games g JOIN ledger_heads h ON h.game_id = g.id
     WHERE g.start_at <= $1 AND h.seq > coalesce((SELECT max(seq) FROM ledger_checkpoints c WHERE c.game_id = g.id), 0)
       AND (g.final_at <= $1 OR NOT EXISTS (
         SELECT FROM ledger_checkpoints c WHERE c.game_id = g.id AND c.at > $1 - interval '59 min'))
     ORDER BY g.id`,
    [now]
  )
  let count = 0
  for (const { id, seq, hash, ...keys } of grown) {
    const signature = sign(keys, checkpointMessage(id, seq, hash.toString('hex')))
    if (signature === null) continue
    await db.pool.query(
      `INSERT INTO ledger_checkpoints (game_id, seq, hash, at, signature)
       SELECT id, $2, $3, $4, $5 FROM games WHERE id = $1 ON CONFLICT DO NOTHING`,
      [id, seq, hash, now, signature]
    )
    count++
  }
  if (count > 0) log.info({ games: count }, 'ledgers_signed')
  return count
}

export function createLedgerExport({ db, games, secretBox, log }: Needs): LedgerExport {
  const sign: Sign = (keys, text) =>
    isSealedBy(secretBox, keys.privateSeed) ? signWith(secretBox, keys, Buffer.from(text)) : null

  const signed = async (sql: Sql, gameId: number, until: Date | null): Promise<CheckpointView[]> => {
    const found = await rows(
      sql,
      CHECKPOINT,
      `SELECT seq, hash, at AS "time", signature FROM ledger_checkpoints
       WHERE game_id = $1 AND ($2::timestamptz IS NULL OR at < $2) ORDER BY seq DESC LIMIT $3`,
      [gameId, until, MAX_CHECKPOINTS]
    )
    return found.map((one) => ({ ...one, hash: one.hash.toString('hex'), time: wireTime(one.time) }))
  }

  const linesBy = async (sql: Sql, game: GameFacts, limit: Limit) => {
    const { id } = game
    // Before the head, so that none is signed behind it.
    const checkpoints = await signed(sql, id, null)
    const head = await row(sql, HEAD, 'SELECT seq, hash FROM ledger_heads WHERE game_id = $1', [id])
    const keys = await row(
      sql,
      KEYS,
      'SELECT public_key AS "publicKey", private_seed AS "privateSeed" FROM games WHERE id = $1',
      [id]
    )
    if (!keys) throw notFound('game.not_found')
    const end = head ?? { seq: 0, hash: GENESIS }
    const signText: SignText = (text) => sign(keys, text)
    return { entries: end.seq, lines: linesOf(sql, game, { head: end, sign: signText, checkpoints, limit }) }
  }

  return {
    async file(ctx, gameId) {
      const game = await games.see(ctx, gameId)
      if (!isLedgerOpen(ctx, game)) throw new AppError('ledger.not_public', 403)
      return Readable.from((await linesBy(db.pool, game, inTurn)).lines)
    },

    linesIn: (sql, game) => linesBy(sql, game, atOnce),

    async checkpoints(ctx, gameId) {
      const game = await games.see(ctx, gameId)
      return signed(db.pool, gameId, game.freeze)
    },

    async receipt(ctx, gameId, participationId, challengeId) {
      const game = await games.see(ctx, gameId)
      if (mayBeFrozen(game, ctx.now)) throw notFound('ledger.no_receipt')
      const found = await row(
        db.pool,
        { seq: number, previous: bytes },
        `SELECT e.seq, e.prev_hash AS previous FROM solves s
         JOIN score_events e ON e.game_id = s.game_id AND e.kind = 'solve' AND e.challenge_id = s.challenge_id
           AND e.submission_id = s.submission_id
         WHERE s.game_id = $1 AND s.participation_id = $2 AND s.challenge_id = $3 ORDER BY e.seq DESC LIMIT 1`,
        [gameId, participationId, challengeId]
      )
      const [entry] = found ? await readHashed(db.pool, gameId, found.seq - 1, 1) : []
      if (!found || !entry) throw notFound('ledger.no_receipt')
      const { seq, text: canonical, hash } = entry
      return { seq, text: canonical, previous: found.previous.toString('hex'), hash: hash.toString('hex') }
    },

    async receipts(ctx, gameId, participationId) {
      const game = await games.see(ctx, gameId)
      if (mayBeFrozen(game, ctx.now)) return []
      const found = await rows(
        db.pool,
        { challenge: text, seq: number, hash: bytes },
        // An entry's hash stands in the next one, that of the last in the head.
        `SELECT DISTINCT ON (s.challenge_id) c.title AS challenge, e.seq, coalesce(n.prev_hash, h.hash) AS hash FROM solves s
         JOIN score_events e ON e.game_id = s.game_id AND e.kind = 'solve' AND e.challenge_id = s.challenge_id
           AND e.submission_id = s.submission_id
         JOIN challenges c ON c.id = s.challenge_id JOIN ledger_heads h ON h.game_id = s.game_id
         LEFT JOIN score_events n ON n.game_id = e.game_id AND n.seq = e.seq + 1
         WHERE s.game_id = $1 AND s.participation_id = $2 ORDER BY s.challenge_id, e.seq DESC`,
        [gameId, participationId]
      )
      return found.map((one) => ({ ...one, hash: one.hash.toString('hex') })).sort((a, b) => a.seq - b.seq)
    },

    sign: (now) => signGrown(db, sign, log, now)
  }
}
