import type { Redis } from '~/server/platform/redis'
import { within } from '~/server/platform/within'
import { deltasKey, publishedKey } from '../board/keys'
import type { Delta } from '../rules/contract'
import { Broadcast } from './broadcast'
import type { Envelope, LiveMessage } from './bus'
import { Feed } from './feed'
import { type GameNamespace, gameRoom, rowsRoom } from './sockets'

interface Watched {
  feed: Feed
  broadcast: Broadcast
}

const TIMEOUT_MS = 1000

/** The games that sockets of this process watch. */
export class Watch {
  /** Also those whose past is still being read. */
  readonly #asked = new Map<number, Promise<Watched>>()
  readonly #open = new Map<number, Watched>()

  constructor(
    private readonly namespace: GameNamespace,
    private readonly redis: Redis,
    private readonly headOf: (game: number) => Promise<number>
  ) {}

  /** What sockets of the game were told lately. Rejects while neither Redis nor Postgres can say. */
  async feed(game: number): Promise<Feed> {
    return (await (this.#asked.get(game) ?? this.#begin(game))).feed
  }

  /** Tells the sockets of the game. */
  pass(message: LiveMessage): void {
    const open = this.#open.get(message.game)
    if (open) this.#pass(open, message)
    // What happens while the past is being read comes after it.
    else
      this.#asked.get(message.game)?.then(
        (opened) => this.#pass(opened, message),
        () => {}
      )
  }

  /** A message that this process sent comes back: whoever began to watch in between has missed it. */
  own({ game, to, open }: Envelope): void {
    const watched = this.#open.get(game)
    if (watched ? watched.feed.seq < to : this.#asked.has(game))
      this.pass({ ...open(), notices: [], verdicts: [] })
  }

  /** Nobody watches the game any more. */
  end(game: number): void {
    this.#open.get(game)?.broadcast.close()
    this.#open.delete(game)
    this.#asked.delete(game)
  }

  /** Messages of other processes may have been lost: reads what Redis has now. */
  async catchUp(): Promise<void> {
    for (const [game, watched] of [...this.#open]) {
      const { seq } = watched.feed
      const now = await this.#read(game)
      const events = now.since(seq)?.events ?? null
      if (now.seq > seq)
        this.#pass(watched, { game, step: { from: seq, to: now.seq, events }, notices: [], verdicts: [] })
    }
  }

  close(): void {
    for (const game of [...this.#open.keys()]) this.end(game)
  }

  #begin(game: number): Promise<Watched> {
    const watched = this.#read(game).then((feed) => {
      const opened = { feed, broadcast: new Broadcast(this.namespace, game) }
      if (this.#asked.get(game) === watched) this.#open.set(game, opened)
      return opened
    })
    this.#asked.set(game, watched)
    // Somebody may have begun again meanwhile.
    watched.catch(() => this.#asked.get(game) === watched && this.#asked.delete(game))
    return watched
  }

  #pass({ feed, broadcast }: Watched, { game, step, renamed, notices }: LiveMessage): void {
    const fresh = step && feed.add(step)
    if (fresh) broadcast.send(fresh)
    if (renamed) this.namespace.to(gameRoom(game)).emit('renamed')
    for (const notice of notices) {
      this.namespace.to(gameRoom(game)).emit('notice', notice)
      this.namespace.to(rowsRoom(game)).emit('ReceivedGameNotice', notice)
    }
  }

  /** What Redis kept of the game; when it has nothing or is away, only where the ledger ends. */
  async #read(game: number): Promise<Feed> {
    const kept = this.redis.multi().get(publishedKey(game)).lRange(deltasKey(game), 0, -1).execTyped()
    const [seq, deltas] = await within(TIMEOUT_MS, kept).catch(() => [null, []] as const)
    if (seq === null) return new Feed(await this.headOf(game), [])
    return new Feed(
      Number(seq),
      deltas.map((delta) => JSON.parse(delta) as Delta)
    )
  }
}
