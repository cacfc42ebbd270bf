import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { deltasKey, publishedKey } from '../board/redis-keys'
import type { Delta } from '../rules/contract'
import { Broadcast } from './broadcast'
import type { Envelope, LiveMessage } from './bus'
import { DeltaHistory } from './delta-history'
import { type GameNamespace, type GameSocket, gameRoom, newsRoom, rowsRoom } from './sockets'

interface ViewedGame {
  feed: DeltaHistory
  broadcast: Broadcast
}

const TIMEOUT_MS = 1000
/** Milliseconds between two requests to lead viewed games, since a leader drops games without work. */
const KEEP_MS = 60_000

export class GameViewers {
  readonly #opening = new Map<number, Promise<ViewedGame>>()
  readonly #open = new Map<number, ViewedGame>()
  readonly #keep = setInterval(() => this.#keepLed(), KEEP_MS).unref()

  /** `want` resolves when a process leads the game; the first leader of a game pushes only the notices after its start. */
  constructor(
    private readonly namespace: GameNamespace,
    private readonly redis: Redis,
    private readonly headOf: (game: number) => Promise<number>,
    private readonly want: (game: number) => Promise<void>,
    private readonly log: Log
  ) {}

  /** Rejects while neither Redis nor Postgres replies. */
  async feed(game: number): Promise<DeltaHistory> {
    return (await (this.#opening.get(game) ?? this.#begin(game))).feed
  }

  /** Sends a socket in its rooms the deltas that it misses, and later news. Rejects like `feed`. */
  async greet(socket: GameSocket): Promise<void> {
    const { game } = socket.data
    const { feed, broadcast } = await (this.#opening.get(game) ?? this.#begin(game))
    broadcast.admit(socket)
    socket.emit('hello', { seq: feed.seq })
    catchUp(socket, feed)
  }

  push(message: LiveMessage): void {
    const open = this.#open.get(message.game)
    if (open) this.#push(open, message)
    // The message waits until earlier deltas are read.
    else
      this.#opening.get(message.game)?.then(
        (opened) => this.#push(opened, message),
        () => {}
      )
  }

  /** Viewers that joined before a message of this process came back from Redis have missed it. */
  onOwnMessage({ game, to, open }: Envelope): void {
    const viewed = this.#open.get(game)
    if (viewed ? viewed.feed.seq < to : this.#opening.has(game))
      this.push({ ...open(), notices: [], verdicts: [] })
  }

  end(game: number): void {
    this.#open.get(game)?.broadcast.close()
    this.#open.delete(game)
    this.#opening.delete(game)
  }

  /** Reads from Redis what other processes published while the connection was lost. */
  async catchUp(): Promise<void> {
    for (const [game, viewed] of [...this.#open]) {
      const { seq } = viewed.feed
      const now = await this.#read(game)
      const events = now.since(seq)?.events ?? null
      if (now.seq > seq)
        this.#push(viewed, { game, step: { from: seq, to: now.seq, events }, notices: [], verdicts: [] })
    }
  }

  close(): void {
    clearInterval(this.#keep)
    for (const game of [...this.#open.keys()]) this.end(game)
  }

  /** Ends games whose only viewer left before it was admitted, for no room of theirs was ever left. */
  #keepLed(): void {
    const { rooms } = this.namespace.adapter
    for (const game of [...this.#opening.keys()])
      if (rooms.has(gameRoom(game)) || rooms.has(newsRoom(game))) void this.want(game)
      else this.end(game)
  }

  #begin(game: number): Promise<ViewedGame> {
    const led = withTimeout(TIMEOUT_MS, this.want(game)).catch(() => {})
    const viewed = Promise.all([this.#read(game), led]).then(([feed]) => {
      const opened = { feed, broadcast: new Broadcast(this.namespace, game, this.log) }
      if (this.#opening.get(game) === viewed) this.#open.set(game, opened)
      return opened
    })
    this.#opening.set(game, viewed)
    // The game may have been opened again.
    viewed.catch(() => this.#opening.get(game) === viewed && this.#opening.delete(game))
    return viewed
  }

  #push({ feed, broadcast }: ViewedGame, { game, step, renamed, notices }: LiveMessage): void {
    const fresh = step && feed.add(step)
    broadcast.send(fresh, notices)
    if (renamed) this.namespace.to(gameRoom(game)).emit('renamed')
    for (const notice of notices) this.namespace.to(rowsRoom(game)).emit('ReceivedGameNotice', notice)
  }

  /** Begins at the end of the ledger when Redis has no deltas or is away. */
  async #read(game: number): Promise<DeltaHistory> {
    const kept = this.redis.multi().get(publishedKey(game)).lRange(deltasKey(game), 0, -1).execTyped()
    const [seq, deltas] = await withTimeout(TIMEOUT_MS, kept).catch(() => [null, []] as const)
    if (seq === null) return new DeltaHistory(await this.headOf(game), [])
    return new DeltaHistory(
      Number(seq),
      deltas.map((delta) => JSON.parse(delta) as Delta)
    )
  }
}

function catchUp(socket: GameSocket, feed: DeltaHistory): void {
  const { seq } = socket.data
  if (seq === undefined || seq === feed.seq) return
  const missed = feed.since(seq)
  if (missed) socket.emit('delta', missed)
  else socket.emit('resync', { seq: feed.seq })
}
