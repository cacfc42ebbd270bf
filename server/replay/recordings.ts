import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  applyEvent,
  type BoardState,
  type Cards,
  type Course,
  emptyBoard,
  Replay,
  settle,
  solveCourse
} from '~/scoring/rules'
import { type Database, number, row } from '~/server/db'
import { readEntries, type ScoreEvent } from '~/server/ledger'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'

export interface Places {
  rank: number
  divisionRank: number | null
}

/** A ledger read into memory, with its last board. */
export interface Recording {
  /** 0 without entries. */
  seq: number
  replay: Replay
  cards: Cards
  /** Settled and shared: read only. */
  state: BoardState
  final: ReadonlyMap<number, Places>
  course(start: number, end: number): Course
}

export interface Recordings {
  /** A game's present ledger, read once for all who ask meanwhile. @throws AppError `server.busy` 503 */
  recording(gameId: number): Promise<Recording>
  /** Folds a game's present ledger, one after the other. Few wait, because a page that waits keeps others waiting. @throws AppError `server.busy` 503 */
  use<T>(gameId: number, work: (recording: Recording) => Promise<T>): Promise<T>
}

interface Needs {
  db: Database
  cardsOf(gameId: number): Promise<Cards>
}

/** Cached recordings, and milliseconds, because names may change. */
const KEPT = 3
const TTL_MS = 60_000
const PAGE = 5000
const COURSE_PARTS = 96
/** Concurrent readings and folds, and waiting requests. */
const CONCURRENCY = 1
const OVERFLOW = { waiting: 8, retryAfter: 3 }

/** Yields to other work after every page of events. */
export async function eachEvent(
  events: readonly ScoreEvent[],
  take: (event: ScoreEvent) => void
): Promise<void> {
  for (const [index, event] of events.entries()) {
    take(event)
    if (index % PAGE === PAGE - 1) await setImmediate()
  }
}

/** As `fold`, settled, and yields to other work in between. */
export async function foldEvents(events: readonly ScoreEvent[]): Promise<BoardState> {
  const state = emptyBoard()
  await eachEvent(events, (event) => applyEvent(state, event))
  settle(state)
  return state
}

async function readRecording(db: Database, gameId: number, cards: Cards): Promise<Recording> {
  const events: ScoreEvent[] = []
  for (;;) {
    const entries = await readEntries(db.pool, gameId, events.length, PAGE)
    events.push(...entries)
    if (entries.length < PAGE) break
  }
  const state = await foldEvents(events)
  const final = new Map(state.ranking.map(({ id, rank, divisionRank }) => [id, { rank, divisionRank }]))
  const courses = new LRUCache<number, Course>({ max: 1 })
  return {
    seq: events.length,
    replay: new Replay(events),
    ...{ cards, state, final },
    course(start, end) {
      const known = courses.get(end) ?? solveCourse(state, start, end, COURSE_PARTS)
      courses.set(end, known)
      return known
    }
  }
}

export function createRecordings({ db, cardsOf }: Needs): Recordings {
  const recordings = new LRUCache<number, Recording>({ max: KEPT, ttl: TTL_MS })
  const making = new Map<number, Promise<Recording>>()
  const makeOne = createSemaphore(CONCURRENCY, OVERFLOW)
  const foldOne = createSemaphore(CONCURRENCY, OVERFLOW)

  const recordingOf = async (gameId: number): Promise<Recording> => {
    const head = await row(db.pool, { seq: number }, 'SELECT seq FROM ledger_heads WHERE game_id = $1', [
      gameId
    ])
    const known = recordings.get(gameId)
    if (known && known.seq === (head?.seq ?? 0)) return known
    const begun =
      making.get(gameId) ??
      makeOne(async () => readRecording(db, gameId, await cardsOf(gameId))).finally(() =>
        making.delete(gameId)
      )
    making.set(gameId, begun)
    const made = await begun
    recordings.set(gameId, made)
    return made
  }

  return {
    recording: recordingOf,
    use: (gameId, work) => foldOne(async () => work(await recordingOf(gameId)))
  }
}
