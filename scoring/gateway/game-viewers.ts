import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { deltasKey, publishedKey } from '../board/keys'
import type { Delta } from '../rules/contract'
import { Broadcast } from './broadcast'
import type { Envelope, LiveMessage } from './bus'
import { Feed } from './feed'
import { type GameNamespace, gameRoom, rowsRoom } from './sockets'

interface ViewedGame {
  feed: Feed
  broadcast: Broadcast
}

const TIMEOUT_MS = 1000
/** Viewed games are asked for this often: a leader that has nothing to do for some minutes lets go of its game. */
const KEEP_MS = 60_000

/** Pushes to the viewers of games in this process, and brings late ones up to date. */
export class GameViewers {
  /** Also those whose deltas are still being read. */
  readonly #opening = new Map<number, Promise<ViewedGame>>()
  readonly #open = new Map<number, ViewedGame>()
  readonly #keep = setInterval(() => {
    for (const game of this.#opening.keys()) void this.want(game)
  }, KEEP_MS).unref()

  /**
   * `want`: has a process lead the game; resolves when one does. A leader pushes notices from when it began, so one that
   * began with a notice would leave that one out.
   */
  constructor(
    private readonly namespace: GameNamespace,
    private readonly redis: Redis,
    private readonly headOf: (game: number) => Promise<number>,
    private readonly want: (game: number) => Promise<void>,
    private readonly log: Log
  ) {}

  /** What was pushed for the game lately. Rejects while neither Redis nor Postgres answers. */
  async feed(game: number): Promise<Feed> {
    return (await (this.#opening.get(game) ?? this.#begin(game))).feed
  }

  /** Pushes a message to the sockets of the game. */
  push(message: LiveMessage): void {
    const open = this.#open.get(message.game)
    if (open) this.#push(open, message)
    // While earlier deltas are being read, the message waits for them.
    else
      this.#opening.get(message.game)?.then(
        (opened) => this.#push(opened, message),
        () => {}
      )
  }

  /** A message of this process came back through Redis: viewers that joined in between have missed it. */
  onOwnMessage({ game, to, open }: Envelope): void {
    const viewed = this.#open.get(game)
    if (viewed ? viewed.feed.seq < to : this.#opening.has(game))
      this.push({ ...open(), notices: [], verdicts: [] })
  }

  /** The game has no viewers any more. */
  end(game: number): void {
    this.#open.get(game)?.broadcast.close()
    this.#open.delete(game)
    this.#opening.delete(game)
  }

  /** Messages of other processes may have been lost: reads them from Redis. */
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

  #begin(game: number): Promise<ViewedGame> {
    const led = withTimeout(TIMEOUT_MS, this.want(game)).catch(() => {})
    const viewed = Promise.all([this.#read(game), led]).then(([feed]) => {
      const opened = { feed, broadcast: new Broadcast(this.namespace, game, this.log) }
      if (this.#opening.get(game) === viewed) this.#open.set(game, opened)
      return opened
    })
    this.#opening.set(game, viewed)
    // The game may have been opened again meanwhile.
    viewed.catch(() => this.#opening.get(game) === viewed && this.#opening.delete(game))
    return viewed
  }

  #push({ feed, broadcast }: ViewedGame, { game, step, renamed, notices }: LiveMessage): void {
    const fresh = step && feed.add(step)
    broadcast.send(fresh, notices)
    if (renamed) this.namespace.to(gameRoom(game)).emit('renamed')
    for (const notice of notices) this.namespace.to(rowsRoom(game)).emit('ReceivedGameNotice', notice)
  }

  /** The deltas in Redis; when it has none or is away, only the end of the ledger. */
  async #read(game: number): Promise<Feed> {
    const kept = this.redis.multi().get(publishedKey(game)).lRange(deltasKey(game), 0, -1).execTyped()
    const [seq, deltas] = await withTimeout(TIMEOUT_MS, kept).catch(() => [null, []] as const)
    if (seq === null) return new Feed(await this.headOf(game), [])
    return new Feed(
      Number(seq),
      deltas.map((delta) => JSON.parse(delta) as Delta)
    )
  }
}
