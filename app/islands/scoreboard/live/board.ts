import {
  applyWaiting,
  boardFromColumns,
  columnsHead,
  type Delta,
  type PublicBoard,
  type PublicEvent,
  renameFrom
} from '~/scoring/rules'
import { createYielder } from './breath'
import { lastScoredIn } from './last-scored'
import { type News, type View, viewOf } from './view'

/** Milliseconds between two renderings of the board, however fast deltas come. */
const RENDER_GAP = 120
/** Milliseconds that a row shows a new solve (docs/rules/interface.md#motion). */
export const NEWS_MS = 4000
/** More at once means catching up, not news. */
const MAX_NEWS = 20
/** Milliseconds until names are fetched again, plus up to as many at random. */
const NAMES_FIRST = 300
const NAMES_WITHIN = 5000
const RETRY_FIRST = 500
const MAX_RETRY_MS = 30_000

/** The game is deleted, or hidden from this reader. */
const isFinal = (status: number) => status === 400 || status === 403 || status === 404

/** A snapshot, then deltas by socket, folded by the server's rules. Notifies its listeners of new views. */
export class LiveBoard {
  view: View | null = null
  #board: PublicBoard | null = null
  #known = 0
  #changedAt = 0
  #news = new Map<number, News>()
  readonly #waiting: Delta[] = []
  #loading = false
  #renamed = false
  #closed = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #renderTimer: ReturnType<typeof setTimeout> | undefined
  #sweep: ReturnType<typeof setTimeout> | undefined
  #names: ReturnType<typeof setTimeout> | undefined
  #renderedAt = Number.NEGATIVE_INFINITY
  readonly #listeners = new Set<() => void>()

  constructor(private readonly gameId: number) {}

  /** Ledger entry of the board; 0 without a board. */
  seq = (): number => this.#board?.state.seq ?? 0

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  open(): void {
    this.#closed = false
    void this.load()
  }

  close(): void {
    this.#closed = true
    for (const timer of [this.#retry, this.#renderTimer, this.#sweep, this.#names]) clearTimeout(timer)
  }

  /** Fetches the board with its ETag. One request at a time, repeated until it succeeds. */
  async load(failures = 0): Promise<void> {
    if (this.#loading || this.#closed) return
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#loading = true
    const outcome = await this.#fetch()
    this.#loading = false
    if (this.#closed || outcome === 'gone') return
    if (this.#board) this.#fold(this.#board)
    const behind = this.#renamed || (this.#board?.state.seq ?? 0) < this.#known
    if (outcome === 'fetched' && !behind) return
    const wait = Math.min(MAX_RETRY_MS, RETRY_FIRST * 2 ** failures)
    this.#retry = setTimeout(() => void this.load(failures + 1), wait * (1 + Math.random()))
  }

  async #fetch(): Promise<'fetched' | 'gone' | 'failed'> {
    const renamed = this.#renamed
    this.#renamed = false
    const outcome = await this.#take(renamed).catch(() => 'failed' as const)
    if (outcome === 'failed') this.#renamed ||= renamed
    return outcome
  }

  #has(seq: number): boolean {
    return this.#board !== null && seq <= this.#board.state.seq
  }

  async #take(renamed: boolean): Promise<'fetched' | 'gone' | 'failed'> {
    const response = await fetch(`/api/game/${this.gameId}/scoreboard/columns`)
    if (!response.ok) return isFinal(response.status) ? 'gone' : 'failed'
    const columns = new Uint8Array(await response.arrayBuffer())
    const { seq, madeAt } = columnsHead(columns)
    if (!renamed && this.#has(seq)) return 'fetched'
    const fetched = await boardFromColumns(columns, createYielder())
    // The snapshot is older than the deltas since, but its names may be newer.
    if (this.#board && this.seq() > seq) renameFrom(this.#board, fetched.cards)
    else {
      this.#board = fetched
      this.#changedAt = lastScoredIn(fetched.state) ?? madeAt
    }
    this.#show()
    return 'fetched'
  }

  /** Queues a delta; the board changes at the next rendering. */
  fold(delta: Delta): void {
    this.#known = Math.max(this.#known, delta.to)
    this.#waiting.push(delta)
    this.#show()
  }

  /** Folds queued deltas. @returns false when only a newer snapshot helps */
  #fold(board: PublicBoard): boolean {
    return applyWaiting(board, this.#waiting, (events) => this.#note(events))
  }

  #note(events: PublicEvent[]): void {
    this.#changedAt = Math.max(this.#changedAt, ...events.map(({ at }) => at))
    const solves = events.filter((event) => event.kind === 'solve')
    if (solves.length > MAX_NEWS) return
    const until = performance.now() + NEWS_MS
    for (const { participationId, challengeId: challenge } of solves)
      this.#news.set(participationId, { challenge, until })
  }

  resync(seq: number): void {
    this.#known = Math.max(this.#known, seq)
    void this.load()
  }

  /** Names changed; deltas do not carry names. */
  renamed(): void {
    this.#renamed = true
    this.#names ??= setTimeout(
      () => {
        this.#names = undefined
        void this.load()
      },
      NAMES_FIRST + Math.random() * NAMES_WITHIN
    )
  }

  /** Renders soon: at once when the last time is long ago. */
  #show(): void {
    if (this.#renderTimer !== undefined) return
    const wait = Math.max(0, this.#renderedAt + RENDER_GAP - performance.now())
    this.#renderTimer = setTimeout(() => {
      this.#renderTimer = undefined
      this.#renderNow()
    }, wait)
  }

  #renderNow(): void {
    if (!this.#board || this.#closed) return
    if (!this.#fold(this.#board) && this.#retry === undefined) void this.load()
    this.#renderedAt = performance.now()
    for (const [team, { until }] of this.#news) if (until <= this.#renderedAt) this.#news.delete(team)
    const rest = { changedAt: this.#changedAt, news: new Map(this.#news) }
    this.view = viewOf(this.#board, this.view, rest)
    clearTimeout(this.#sweep)
    const next = Math.min(...[...this.#news.values()].map(({ until }) => until))
    if (Number.isFinite(next)) this.#sweep = setTimeout(() => this.#show(), next - this.#renderedAt)
    for (const listener of this.#listeners) listener()
  }
}
