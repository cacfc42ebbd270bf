import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  applyEvent,
  type BoardState,
  type Cards,
  type Course,
  courseOf,
  emptyBoard,
  Replay,
  settle
} from '~/scoring/rules'
import type { Ctx } from '~/server/access/contract'
import { type Database, number, row } from '~/server/db'
import type { GameAccess, GameFacts } from '~/server/games/contract'
import { read, type ScoreEvent } from '~/server/ledger'
import { isLedgerOpen } from '~/server/ledger-export/contract'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { AppError } from '~/server/platform/errors'

/** Boards of past moments (docs/rules/replay.md). */
export interface Replays {
  /**
   * The board of a moment (milliseconds; before the start counts as the start, the end and later as all of the ledger), for
   * everybody who may read the ledger.
   * @throws AppError `game.not_found` 404, `ledger.not_public` 403, `server.busy` 503
   */
  moment(ctx: Ctx, gameId: number, at: number | null): Promise<Moment>
}

export interface Moment {
  /** The time of the board; `end` when it is all of the ledger. */
  at: number
  start: number
  /** The end of the game, or of what has happened of it. */
  end: number
  /** Settled, and nobody else's. */
  state: BoardState
  cards: Cards
  /** Ranks by participation once all of the ledger counts: overall, and in the division. */
  final: ReadonlyMap<number, Places>
  /** Entries that the board includes, oldest first; the last few alone. */
  latest: ScoreEvent[]
  /** How many those are in all, of how many. */
  entries: number
  total: number
  course: Course
}

export interface Places {
  rank: number
  divisionRank: number | null
}

interface Needs {
  db: Database
  games: GameAccess
  /** The names that a game's board shows, as they are now. */
  cardsOf(gameId: number): Promise<Cards>
}

/** A recording as it was read, with its last board. */
interface Recording {
  seq: number
  replay: Replay
  cards: Cards
  final: ReadonlyMap<number, Places>
  /** By the end up to which it counts. */
  course(start: number, end: number): Course
}

/** Recordings that a process keeps, and for how long: names may change. */
const KEPT = 3
const TTL = 60_000
const PAGE = 5000
/** Parts of the course. */
export const COURSE_PARTS = 96
const LATEST = 8
/** Boards folded at once, and requests that wait for it. */
const AT_ONCE = 1
const OVERFLOW = { waiting: 50, retryAfter: 3 }

/** A fold that lets other requests in between. */
async function folded(events: readonly ScoreEvent[]): Promise<BoardState> {
  const state = emptyBoard()
  for (const [index, event] of events.entries()) {
    applyEvent(state, event)
    if (index % PAGE === PAGE - 1) await setImmediate()
  }
  settle(state)
  return state
}

async function recorded(db: Database, gameId: number, cards: Cards): Promise<Recording> {
  const events: ScoreEvent[] = []
  for (;;) {
    const entries = await read(db.pool, gameId, events.length, PAGE)
    events.push(...entries)
    if (entries.length < PAGE) break
  }
  const state = await folded(events)
  const final = new Map(state.ranking.map(({ id, rank, divisionRank }) => [id, { rank, divisionRank }]))
  const courses = new LRUCache<number, Course>({ max: 1 })
  return {
    seq: events.length,
    replay: new Replay(events),
    cards,
    final,
    course(start, end) {
      const known = courses.get(end) ?? courseOf(state, start, end, COURSE_PARTS)
      courses.set(end, known)
      return known
    }
  }
}

export function createReplays({ db, games, cardsOf }: Needs): Replays {
  const recordings = new LRUCache<number, Recording>({ max: KEPT, ttl: TTL })
  const inTurn = createSemaphore(AT_ONCE, OVERFLOW)

  const recordingOf = async (gameId: number): Promise<Recording> => {
    const head = await row(db.pool, { seq: number }, 'SELECT seq FROM ledger_heads WHERE game_id = $1', [
      gameId
    ])
    const known = recordings.get(gameId)
    if (known && known.seq === (head?.seq ?? 0)) return known
    const made = await recorded(db, gameId, await cardsOf(gameId))
    recordings.set(gameId, made)
    return made
  }

  const momentOf = async (game: GameFacts, now: number, at: number | null): Promise<Moment> => {
    const { replay, cards, final, course } = await recordingOf(game.id)
    const start = game.start.getTime()
    const end = Math.max(start + 1, Math.min(game.end.getTime(), now))
    const moment = Math.min(end, Math.max(start, at ?? end))
    const events = moment === end ? replay.events : replay.entries(moment)
    return {
      ...{ at: moment, start, end, cards, final },
      state: await folded(events),
      latest: events.slice(-LATEST),
      entries: events.length,
      total: replay.events.length,
      course: course(start, end)
    }
  }

  return {
    async moment(ctx, gameId, at) {
      const game = await games.see(ctx, gameId)
      if (!isLedgerOpen(ctx, game)) throw new AppError('ledger.not_public', 403)
      return inTurn(() => momentOf(game, ctx.now.getTime(), at))
    }
  }
}
