import type { Monitoring } from '~/server/monitoring'
import { type Cursor, cursorText } from '~/server/monitoring/contract'
import type { Log } from '~/server/platform/log'
import type { MonitorNews } from './contract'
import { type GameNamespace, type GameSocket, gameRoom, gameRoomsOf, roomsOf, rowsRoom } from './sockets'

/** Room of those that are not in the game's room yet. */
const door = (game: number) => `door:${game}`

/** Reads what happened in a game, from Postgres. */
export type MonitorFeed = Pick<Monitoring, 'head' | 'since'>

/** News of a burst travel together, in milliseconds. */
const PACE_MS = 50
/** A game that somebody watches is looked at this often without being told, so that a lost message costs a moment. */
const POLL_MS = 1000
/** Rows of each kind in one message. */
const BATCH = 200
/** Who missed more than this had better fetch the lists anew. */
const MOST_MISSED = 2000

/**
 * Tells staff what is judged and what happens. The rows come from Postgres by a cursor, in their order; messages of
 * the judge only say when to look. So nothing is lost with Redis, and a socket that comes back says how far it had got.
 */
export class Monitors {
  readonly #games = new Map<number, Promise<WatchedGame>>()

  constructor(
    private readonly namespace: GameNamespace,
    private readonly feed: MonitorFeed,
    private readonly log: Log
  ) {}

  /** Something happened in the game. */
  changed(game: number): void {
    this.#games.get(game)?.then(
      (watched) => watched.look(),
      () => {}
    )
  }

  /** Sends the socket what it missed, then lets it hear the rest. Rejects while Postgres is away. */
  async greet(socket: GameSocket): Promise<void> {
    const { game } = socket.data
    // Whoever empties a cache finds the socket from now on; the game is kept while somebody comes in.
    await socket.join([...roomsOf(socket.data), door(game)])
    try {
      await (await (this.#games.get(game) ?? this.#begin(game))).admit(socket)
    } finally {
      await socket.leave(door(game))
      this.end(game)
    }
  }

  /** Lets go of the game unless somebody watches it or is coming in. */
  end(game: number): void {
    const { rooms } = this.namespace.adapter
    if (rooms.has(gameRoom(game)) || rooms.has(door(game))) return
    const watched = this.#games.get(game)
    this.#games.delete(game)
    watched?.then(
      (gone) => gone.close(),
      () => {}
    )
  }

  close(): void {
    for (const watched of this.#games.values())
      watched.then(
        (gone) => gone.close(),
        () => {}
      )
    this.#games.clear()
  }

  #begin(game: number): Promise<WatchedGame> {
    const made = this.feed
      .head(game)
      .then((at) => new WatchedGame(game, at, this.namespace, this.feed, this.log))
    this.#games.set(game, made)
    made.catch(() => this.#games.delete(game))
    return made
  }
}

/** A game that staff watches in this process. One thing at a time, so that every socket hears everything once. */
class WatchedGame {
  #turn: Promise<unknown> = Promise.resolve()
  #due: NodeJS.Timeout | null = null
  #lookedAt = 0
  readonly #poll: NodeJS.Timeout

  /** `at`: what the sockets in the room have heard of. */
  constructor(
    private readonly game: number,
    private at: Cursor,
    private readonly namespace: GameNamespace,
    private readonly feed: MonitorFeed,
    private readonly log: Log
  ) {
    this.#poll = setInterval(() => this.look(), POLL_MS).unref()
  }

  /** Looks for news: at once, or soon after the last time. */
  look(): void {
    if (this.#due) return
    const wait = Math.max(0, this.#lookedAt + PACE_MS - performance.now())
    this.#due = setTimeout(() => {
      this.#inTurn(() => this.#tell()).catch((error: Error) =>
        this.log.debug({ game: this.game, err: error.message }, 'monitors_not_told')
      )
    }, wait).unref()
  }

  admit(socket: GameSocket): Promise<void> {
    return this.#inTurn(() => this.#catchUp(socket))
  }

  close(): void {
    clearInterval(this.#poll)
    if (this.#due) clearTimeout(this.#due)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => {})
    return turn
  }

  async #tell(): Promise<void> {
    this.#due = null
    this.#lookedAt = performance.now()
    for (let more = true; more; ) {
      const news = await this.feed.since(this.game, this.at, BATCH)
      this.at = news.to
      more = news.more
      const { submissions, events } = news
      if (submissions.length + events.length === 0) continue
      this.namespace.to(gameRoom(this.game)).emit('news', messageOf(this.at, submissions, events))
      this.#tellRows(news)
    }
  }

  #tellRows({ submissions, events }: Pick<MonitorNews, 'submissions' | 'events'>): void {
    const room = rowsRoom(this.game)
    if (!this.namespace.adapter.rooms.has(room)) return
    for (const event of events) this.namespace.to(room).emit('ReceivedGameEvent', event)
    for (const one of submissions) this.namespace.to(room).emit('ReceivedSubmissions', one)
  }

  /** From where the socket is to where the others are; then it joins them. */
  async #catchUp(socket: GameSocket): Promise<void> {
    let from = socket.data.after ?? this.at
    let sent = 0
    for (let more = true; more && sent <= MOST_MISSED && socket.connected; ) {
      const news = await this.feed.since(this.game, from, BATCH, this.at)
      from = news.to
      more = news.more
      sent += news.submissions.length + news.events.length
      const [submissions, events] = [news.submissions, news.events]
      if (submissions.length + events.length > 0) socket.emit('news', messageOf(from, submissions, events))
    }
    if (sent > MOST_MISSED) socket.emit('refetch')
    // Also says that the socket is in, and how far it is.
    else socket.emit('news', messageOf(this.at, [], []))
    if (socket.connected) await socket.join(gameRoomsOf(socket.data))
  }
}

const messageOf = (
  at: Cursor,
  submissions: MonitorNews['submissions'],
  events: MonitorNews['events']
): MonitorNews => ({ cursor: cursorText(at), submissions, events })
