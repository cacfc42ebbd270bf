import { type Cursor, cursorText } from '~/server/monitoring/contract'
import type { Log } from '~/server/platform/log'
import type { MonitorNews } from './contract'
import {
  type GameNamespace,
  type GameSocket,
  gameRoom,
  gameRoomsOf,
  type MonitorFeed,
  roomsOf,
  rowsRoom
} from './sockets'

const enteringRoom = (game: number) => `entering:${game}`

const PACE_MS = 50
/** Milliseconds between two polls, in case a message was lost. */
const POLL_MS = 1000
const BATCH = 200
/** A socket that missed more rows fetches the lists. */
const MAX_MISSED = 2000

/** Pushes rows to staff, from Postgres by a cursor; messages of the judge only start a poll. */
export class MonitorViewers {
  readonly #games = new Map<number, Promise<WatchedGame>>()

  constructor(
    private readonly namespace: GameNamespace,
    private readonly feed: MonitorFeed,
    private readonly log: Log
  ) {}

  changed(game: number): void {
    this.#games.get(game)?.then(
      (watched) => watched.poll(),
      () => {}
    )
  }

  /** Sends missed rows, then joins the room. Rejects while Postgres is away. */
  async admit(socket: GameSocket): Promise<void> {
    const { game } = socket.data
    // Rechecks find the socket from here on, and the game stays open.
    await socket.join([...roomsOf(socket.data), enteringRoom(game)])
    try {
      await (await (this.#games.get(game) ?? this.#begin(game))).admit(socket)
    } finally {
      await socket.leave(enteringRoom(game))
      this.end(game)
    }
  }

  end(game: number): void {
    const { rooms } = this.namespace.adapter
    if (rooms.has(gameRoom(game)) || rooms.has(enteringRoom(game))) return
    const watched = this.#games.get(game)
    this.#games.delete(game)
    watched?.then(
      (ended) => ended.close(),
      () => {}
    )
  }

  close(): void {
    for (const watched of this.#games.values())
      watched.then(
        (ended) => ended.close(),
        () => {}
      )
    this.#games.clear()
  }

  #begin(game: number): Promise<WatchedGame> {
    const made = this.feed
      .head(game)
      .then((at) => new WatchedGame(game, at, this.namespace, this.feed, this.log))
    this.#games.set(game, made)
    // The game may have been opened again.
    made.catch(() => this.#games.get(game) === made && this.#games.delete(game))
    return made
  }
}

/** Works in steps, one at a time, so that each socket gets each row once. */
class WatchedGame {
  #last: Promise<unknown> = Promise.resolve()
  #due: NodeJS.Timeout | null = null
  #polledAt = 0
  readonly #poll: NodeJS.Timeout

  /** `at`: up to where the room received the rows. */
  constructor(
    private readonly game: number,
    private at: Cursor,
    private readonly namespace: GameNamespace,
    private readonly feed: MonitorFeed,
    private readonly log: Log
  ) {
    this.#poll = setInterval(() => this.poll(), POLL_MS).unref()
  }

  /** Polls at once, or PACE_MS after the last poll. */
  poll(): void {
    if (this.#due) return
    const wait = Math.max(0, this.#polledAt + PACE_MS - performance.now())
    this.#due = setTimeout(() => {
      this.#enqueue(() => this.#push()).catch((error: Error) =>
        this.log.debug({ game: this.game, err: error.message }, 'monitors_not_notified')
      )
    }, wait).unref()
  }

  admit(socket: GameSocket): Promise<void> {
    return this.#enqueue(() => this.#catchUp(socket))
  }

  close(): void {
    clearInterval(this.#poll)
    if (this.#due) clearTimeout(this.#due)
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work)
    this.#last = run.catch(() => {})
    return run
  }

  async #push(): Promise<void> {
    this.#due = null
    this.#polledAt = performance.now()
    for (let more = true; more; ) {
      const news = await this.feed.since(this.game, this.at, BATCH)
      this.at = news.to
      more = news.more
      const { submissions, events } = news
      if (submissions.length + events.length === 0) continue
      this.namespace.to(gameRoom(this.game)).emit('news', messageOf(this.at, submissions, events))
      this.#pushRows(news)
    }
  }

  #pushRows({ submissions, events }: Pick<MonitorNews, 'submissions' | 'events'>): void {
    const room = rowsRoom(this.game)
    if (!this.namespace.adapter.rooms.has(room)) return
    for (const event of events) this.namespace.to(room).emit('ReceivedGameEvent', event)
    for (const one of submissions) this.namespace.to(room).emit('ReceivedSubmissions', one)
  }

  async #catchUp(socket: GameSocket): Promise<void> {
    let from = socket.data.after ?? this.at
    let sent = 0
    for (let more = true; more && sent <= MAX_MISSED && socket.connected; ) {
      const news = await this.feed.since(this.game, from, BATCH, this.at)
      from = news.to
      more = news.more
      sent += news.submissions.length + news.events.length
      const [submissions, events] = [news.submissions, news.events]
      if (submissions.length + events.length > 0) socket.emit('news', messageOf(from, submissions, events))
    }
    if (sent > MAX_MISSED) socket.emit('refetch')
    // Confirms that the socket is admitted, and its cursor.
    else socket.emit('news', messageOf(this.at, [], []))
    if (socket.connected) await socket.join(gameRoomsOf(socket.data))
  }
}

const messageOf = (
  at: Cursor,
  submissions: MonitorNews['submissions'],
  events: MonitorNews['events']
): MonitorNews => ({ cursor: cursorText(at), submissions, events })
