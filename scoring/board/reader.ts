import { RESP_TYPES } from 'redis'
import type { Database } from '~/server/db'
import { notifyScoring } from '~/server/ledger'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis, unlessAway } from '~/server/platform/redis'
import { probeRedis, type RedisProbe } from '~/server/platform/redis-probe'
import { LocalBoards } from './local'
import {
  type Announcement,
  boardKey,
  SNAPSHOT_FIELDS,
  type SnapshotMeta,
  VERSIONS_CHANNEL
} from './redis-keys'
import { type BoardSnapshot, snapshotOf } from './snapshot'

/** Reads whole boards from Redis; one for each process. No call does work per team. */
export interface Snapshots {
  /**
   * The newest board; without Redis one folded here, without Postgres the last known one. @throws AppError
   * `board.unavailable` (503) when there is none and scoring makes none within 5 s
   */
  snapshot(gameId: number): Promise<BoardSnapshot>
  /** When the result of `snapshot` was the newest, in Unix milliseconds; null when it still is. */
  asOf(gameId: number): number | null
  /** Whether Redis replies; while it does not, nobody should wait for it. */
  answers(): boolean
  /** The board in memory, however old; null when there is none. */
  held(gameId: number): BoardSnapshot | null
  /** Changes whenever Redis may have another board; null while announcements may be missed. */
  revision(gameId: number): string | null
  close(): Promise<void>
}

interface Entry {
  current: BoardSnapshot | null
  fresh: boolean
  usedAt: number
  checkedAt: number
  failed: boolean
  /** When it was last known to be the newest, in Unix milliseconds. */
  certainAt: number
  loading: Promise<BoardSnapshot | null> | null
  requesting: Promise<BoardSnapshot | null> | null
  waiting: Set<() => void>
}

/** Boards read within this time are fetched when a version is announced, others on request. */
const FOLLOW_MS = 10_000
const IDLE_MS = 600_000
const CHECK_MS = 500
const TIMEOUT_MS = 5000
/** Longest wait for Redis, and for Postgres while memory has a board. */
const REDIS_MS = 700
const FOLD_MS = 1000

type Fields = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]

const unavailable = () => new AppError('board.unavailable', 503, { retryAfter: 2 })

const isWhole = (fields: (Buffer | null)[]): fields is Fields => fields.every((field) => field !== null)

const sameVersion = (one: BoardSnapshot, other: { etag: string; packed: boolean }) =>
  one.etag === other.etag && one.packed === other.packed

class Reader implements Snapshots {
  readonly #entries = new Map<number, Entry>()
  readonly #bytes
  readonly #subscriber
  readonly #sweeper = setInterval(() => this.#sweep(), 60_000).unref()
  #subscribed = false
  #live = false
  /** How often announcements may have been missed. */
  #gaps = 0
  readonly #announcements = new Map<number, number>()

  readonly #local: LocalBoards
  readonly #probe: RedisProbe

  constructor(
    private readonly redis: Redis,
    db: Database,
    private readonly log: Log
  ) {
    this.#bytes = redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
    this.#subscriber = redis.duplicate()
    this.#local = new LocalBoards(db)
    this.#probe = probeRedis(redis, (answers) => (answers ? this.#local.clear() : this.#missed()))
  }

  async open(): Promise<this> {
    this.#subscriber.on('error', () => {
      this.#live = false
    })
    this.#subscriber.on('ready', () => {
      this.#missed()
      this.#live = this.#subscribed
    })
    await unlessAway(this.#subscribe(), this.log)
    return this
  }

  async #subscribe(): Promise<void> {
    await this.#subscriber.connect()
    await this.#subscriber.subscribe(channelOf(this.#subscriber, VERSIONS_CHANNEL), (message) =>
      this.#announced(JSON.parse(message) as Announcement)
    )
    this.#missed()
    this.#subscribed = true
    this.#live = this.#subscriber.isReady
  }

  held(gameId: number): BoardSnapshot | null {
    return this.#entries.get(gameId)?.current ?? null
  }

  revision(gameId: number): string | null {
    return this.#live && this.answers() ? `${this.#gaps} ${this.#announcements.get(gameId) ?? 0}` : null
  }

  answers(): boolean {
    return this.#probe.answers()
  }

  asOf(gameId: number): number | null {
    return this.answers() ? null : (this.#entries.get(gameId)?.certainAt ?? null)
  }

  async snapshot(gameId: number): Promise<BoardSnapshot> {
    const entry = this.#entry(gameId)
    entry.usedAt = Date.now()
    if (!this.answers()) return this.#fold(gameId, entry)
    if (entry.current) {
      if (this.#live)
        return entry.fresh ? entry.current : ((await this.#load(gameId, entry)) ?? entry.current)
      if (entry.usedAt - entry.checkedAt > CHECK_MS) void this.#load(gameId, entry)
      return entry.current
    }
    const found = await this.#load(gameId, entry)
    const requested = found ?? (entry.failed ? null : await this.#requestOnce(gameId, entry))
    if (requested) return requested
    if (this.answers() && !entry.failed) throw unavailable()
    return this.#fold(gameId, entry)
  }

  #missed(): void {
    for (const entry of this.#entries.values()) entry.fresh = false
    this.#gaps++
  }

  /** From memory when Postgres takes too long. */
  async #fold(gameId: number, entry: Entry): Promise<BoardSnapshot> {
    const { current } = entry
    const folding = this.#local.newest(gameId)
    const found = await (current ? withTimeout(FOLD_MS, folding) : folding).catch((error: Error) => {
      this.log.debug({ game: gameId, err: error.message }, 'board_not_folded')
      return null
    })
    const known = found?.snapshot ?? current
    if (!known) throw unavailable()
    if (!found) return known
    entry.certainAt = found.at
    // Keeps the object of an equal board, with what readers made of it.
    if (!current || !sameVersion(current, { etag: known.etag, packed: current.packed })) entry.current = known
    return entry.current ?? known
  }

  async close(): Promise<void> {
    this.#probe.close()
    clearInterval(this.#sweeper)
    this.#subscriber.destroy()
  }

  #entry(gameId: number): Entry {
    const known = this.#entries.get(gameId)
    if (known) return known
    const entry: Entry = {
      current: null,
      fresh: false,
      usedAt: 0,
      checkedAt: 0,
      failed: false,
      certainAt: 0,
      loading: null,
      requesting: null,
      waiting: new Set()
    }
    this.#entries.set(gameId, entry)
    return entry
  }

  #announced(version: Announcement): void {
    const { game } = version
    this.#announcements.set(game, (this.#announcements.get(game) ?? 0) + 1)
    const entry = this.#entries.get(game)
    if (!entry) return
    // Memory keeps its board, while scoring stores it again.
    if (version.lost) return void notifyScoring(this.redis, game, 'board').catch(() => {})
    for (const notify of entry.waiting) notify()
    if (entry.current && sameVersion(entry.current, version)) return
    if (Date.now() - entry.usedAt > FOLLOW_MS) entry.fresh = false
    // The load under way may have read the version before.
    else if (entry.loading) void entry.loading.then(() => this.#load(game, entry))
    else void this.#load(game, entry)
  }

  /** Null when Redis has no board or is away. Callers share a load. */
  #load(gameId: number, entry: Entry): Promise<BoardSnapshot | null> {
    entry.loading ??= withTimeout(REDIS_MS, this.#fetch(gameId, entry))
      .then((found) => {
        entry.failed = false
        return found
      })
      .catch((error: Error) => {
        entry.failed = true
        // The announcement that asked for this load does not come again.
        entry.fresh = false
        this.log.warn({ game: gameId, err: error.message }, 'board_not_read')
        return null
      })
      .finally(() => {
        entry.loading = null
        entry.checkedAt = Date.now()
      })
    return entry.loading
  }

  async #fetch(gameId: number, entry: Entry): Promise<BoardSnapshot | null> {
    const live = this.#live
    const key = boardKey(gameId)
    if (entry.current) {
      const held = await this.redis.hGet(key, 'meta')
      // Redis lost it: memory keeps its board, while scoring stores it again.
      if (held === null) notifyScoring(this.redis, gameId, 'board').catch(() => {})
      if (held === null || sameVersion(entry.current, JSON.parse(held) as SnapshotMeta)) {
        entry.fresh = live && held !== null
        entry.certainAt = Date.now()
        return entry.current
      }
    }
    const fields = await this.#bytes.hmGet(key, [...SNAPSHOT_FIELDS])
    const held = fields as unknown as (Buffer | null)[]
    if (!isWhole(held)) return null
    const [bytes, json, gzip, br, index, identity, columnsGzip, columnsBr, challenges] = held
    const meta = JSON.parse(bytes.toString()) as SnapshotMeta
    const columns = { identity, gzip: columnsGzip, br: columnsBr }
    entry.current = snapshotOf(gameId, { meta, json, gzip, br, index, columns, challenges })
    entry.fresh = live
    entry.certainAt = Date.now()
    return entry.current
  }

  #requestOnce(gameId: number, entry: Entry): Promise<BoardSnapshot | null> {
    entry.requesting ??= this.#request(gameId, entry).finally(() => {
      entry.requesting = null
    })
    return entry.requesting
  }

  async #request(gameId: number, entry: Entry): Promise<BoardSnapshot | null> {
    const deadline = Date.now() + TIMEOUT_MS
    while (Date.now() < deadline) {
      try {
        await withTimeout(REDIS_MS, notifyScoring(this.redis, gameId, 'board'))
      } catch {
        return null
      }
      await this.#announcement(entry, 1000)
      const found = await this.#load(gameId, entry)
      if (found || entry.failed) return found
    }
    return null
  }

  #announcement(entry: Entry, timeout: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        entry.waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, timeout)
      entry.waiting.add(done)
    })
  }

  #sweep(): void {
    const old = Date.now() - IDLE_MS
    for (const [gameId, entry] of this.#entries)
      if (entry.usedAt < old && entry.waiting.size === 0) this.#entries.delete(gameId)
  }
}

/** Resolves once the reader listens for new boards, or has found Redis away. */
export async function openSnapshots({ redis, db, log }: SnapshotNeeds): Promise<Snapshots> {
  return new Reader(redis, db, log).open()
}

export interface SnapshotNeeds {
  redis: Redis
  db: Database
  log: Log
}
