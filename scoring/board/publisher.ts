import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '~/server/platform/log'
import { RankingWriter } from '../ranking/writer'
import { ColumnWriter } from './columnar-writer'
import { compress, pack } from './compress'
import type { GameBoard } from './game-board'
import { snapshotMeta } from './meta'
import type { SnapshotMeta, Version } from './redis-keys'
import type { Scripts } from './scripts'
import { Serialiser } from './serialise'
import { packIndex } from './snapshot'

/** Milliseconds between two snapshots at least. */
const MIN_MS = 50
/** Share of one core for snapshots; the sparse one while each has at most FEW new entries. */
const SHARE = 0.1
const SPARSE_SHARE = 0.3
const FEW = 16
/** Weight of the last snapshot in the mean cost: one that waited for a busy processor delays the next ones little. */
const WEIGHT = 0.2
/** Milliseconds between two snapshots at most, whatever they cost. */
const MAX_MS = 2000

const REST_MS = 3000
const PACK_SHARE = 0.05

/** What viewers of a game may have. */
export interface Stored {
  seq: number
  etag: string
}

/** Stores the snapshot of a game in Redis. The first change is stored at once; those that follow share one. */
export class SnapshotPublisher {
  #last: Stored | null
  #anew: boolean
  readonly #serialiser = new Serialiser()
  readonly #columns = new ColumnWriter()
  readonly #ranking = new RankingWriter()
  #wanted = false
  #making: Promise<void> | null = null
  /** Mean milliseconds of work of a snapshot; 0 before the first. */
  #cost = 0
  #nextAt = 0
  #timer: NodeJS.Timeout | null = null
  #rest = new AbortController()
  #packAt = 0
  stored: number | null = null
  unsaved = false
  #closed = false

  constructor(
    private readonly game: number,
    private readonly board: GameBoard,
    private readonly scripts: Scripts,
    private readonly log: Log,
    /** Called after a board was stored that shows other names or reasons. */
    private readonly renamed: () => void,
    /** The last one of a board up to the same entry that this one replaces. */
    before: Stored | null
  ) {
    this.#last = before
    this.#anew = before !== null
  }

  get etag(): string {
    return this.#last?.etag ?? ''
  }

  /** Requests a snapshot. It is made later, so that sockets receive the change first. */
  request(): void {
    this.#wanted = true
    this.#rest.abort()
    if (this.#making || this.#timer || this.#closed) return
    const wait = Math.max(this.#nextAt - performance.now(), 0)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#making ??= this.#make()
    }, wait).unref()
  }

  reset(): void {
    this.#anew = true
    this.#serialiser.reset()
    this.#columns.reset()
    this.#ranking.reset()
    this.stored = null
  }

  abandon(): void {
    this.#closed = true
    this.#rest.abort()
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  async close(): Promise<void> {
    this.abandon()
    await this.#making
    if (this.#wanted) await this.#make()
  }

  async #make(): Promise<void> {
    const started = performance.now()
    this.#wanted = false
    this.unsaved = false
    const before = this.stored ?? 0
    try {
      const spent = await this.#store()
      const share = (this.stored ?? 0) - before > FEW ? SHARE : SPARSE_SHARE
      this.#cost = this.#cost === 0 ? spent : this.#cost + (spent - this.#cost) * WEIGHT
      this.#nextAt = started + Math.min(Math.max(MIN_MS, this.#cost / share), MAX_MS)
    } catch (error) {
      this.reset()
      this.unsaved = true
      this.#nextAt = started + MIN_MS
      this.log.warn({ game: this.game, err: (error as Error).message }, 'snapshot_not_stored')
    } finally {
      this.#making = null
      if (this.#wanted && !this.#closed) this.request()
    }
  }

  /** @returns milliseconds of work, compression in other threads included */
  async #store(): Promise<number> {
    const started = performance.now()
    const { state, cards, revision } = this.board
    const seq = state.seq
    const anew = this.#anew
    this.#anew = false
    const updatedAt = Date.now()
    const body = this.#serialiser.write(state, cards, updatedAt)
    const columns = this.#columns.write(state, cards, updatedAt)
    const ranking = this.#ranking.changes(state, cards)
    const meta = snapshotMeta(state, cards, body, updatedAt)
    const { etag } = meta
    const writing = performance.now() - started
    // The board may change from here on.
    const [{ gzip, br, spent }, packed] = await Promise.all([compress(body.json), compress(columns)])
    const parts = {
      meta: JSON.stringify(meta),
      json: body.json,
      gzip,
      br,
      index: packIndex(body.teams),
      columns,
      'columns:gzip': packed.gzip,
      'columns:br': packed.br,
      challenges: body.json.subarray(...body.challenges)
    }
    const version: Version = { game: this.game, etag, packed: false }
    const leads = await this.scripts.store(
      this.game,
      { seq, ...revision },
      parts,
      JSON.stringify(version),
      ranking
    )
    if (leads) this.#keep(seq, etag, anew)
    else this.#ranking.reset()
    if (leads && !this.#wanted && !this.#closed) void this.#pack(meta, body.json)
    return writing + spent + packed.spent
  }

  async #pack(meta: SnapshotMeta, json: Buffer): Promise<void> {
    this.#rest = new AbortController()
    const { signal } = this.#rest
    let began: number | null = null
    try {
      await sleep(Math.max(REST_MS, this.#packAt - performance.now()), null, { signal, ref: false })
      began = performance.now()
      const br = await pack(json, signal)
      const version: Version = { game: this.game, etag: meta.etag, packed: true }
      const packed = { meta: JSON.stringify({ ...meta, packed: true }), br, version: JSON.stringify(version) }
      await this.scripts.pack(this.game, JSON.stringify(meta), packed)
    } catch (error) {
      if (!signal.aborted)
        this.log.warn({ game: this.game, err: (error as Error).message }, 'snapshot_not_stored')
    } finally {
      if (began !== null) this.#packAt = began + (performance.now() - began) / PACK_SHARE
    }
  }

  /** Names and reasons can change only when the board is written or folded anew. */
  #keep(seq: number, etag: string, anew: boolean): void {
    const before = this.#last
    this.stored = seq
    this.#last = { seq, etag }
    if (anew && before && (before.seq !== seq || before.etag !== etag)) this.renamed()
  }
}
