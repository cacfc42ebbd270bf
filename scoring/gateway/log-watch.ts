import type { Logs } from '~/server/logs'
import type { LogView } from '~/server/logs/contract'
import type { Log } from '~/server/platform/log'
import { type GameNamespace, type GameSocket, roomsOf } from './sockets'

/** Reads the events of the log, from Postgres. */
export type LogFeed = Pick<Logs, 'head' | 'since'>

const ROOM = 'logs'
/** While somebody watches, the table is looked at this often, in milliseconds: every process writes into it. */
const POLL_MS = 500
/** Events in one message. */
const BATCH = 200
/** Who missed more than this had better fetch the list anew. */
const MOST_MISSED = 1000

/**
 * Tells administrators what comes into the log, by id: ids are in the order of commits. One thing at a time, so that
 * every socket hears everything once.
 */
export class LogWatch {
  #turn: Promise<unknown> = Promise.resolve()
  #poll: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  /** What the sockets in the room have heard of. */
  #at = 0

  constructor(
    private readonly namespace: GameNamespace,
    private readonly feed: LogFeed,
    private readonly log: Log
  ) {
    namespace.adapter.on('delete-room', (room: string) => {
      if (room === ROOM) this.close()
    })
  }

  /** Sends the socket what it missed, then lets it hear the rest. Rejects while Postgres is away. */
  async greet(socket: GameSocket): Promise<void> {
    // Whoever empties a cache finds the socket from now on.
    await socket.join(roomsOf(socket.data))
    await this.#inTurn(() => this.#catchUp(socket))
  }

  close(): void {
    if (this.#poll) clearInterval(this.#poll)
    this.#poll = null
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Looks now and then, unless it still does. */
  #begin(): void {
    this.#poll ??= setInterval(() => {
      this.#looking ??= this.#inTurn(() => this.#tell())
        .catch((error: Error) => this.log.debug({ err: error.message }, 'administrators_not_told'))
        .finally(() => {
          this.#looking = null
        })
    }, POLL_MS).unref()
  }

  get #watched(): boolean {
    return this.namespace.adapter.rooms.has(ROOM)
  }

  async #tell(): Promise<void> {
    for (let more = this.#watched; more; ) {
      const events = await this.feed.since(this.#at, BATCH)
      this.#at = events.at(-1)?.id ?? this.#at
      more = events.length === BATCH
      if (events.length === 0) continue
      this.namespace.to(ROOM).emit('logs', { head: this.#at, events })
      this.#tellRows(events)
    }
  }

  #tellRows(events: LogView[]): void {
    for (const id of this.namespace.adapter.rooms.get(ROOM) ?? []) {
      const socket = this.namespace.sockets.get(id)
      const wording = socket?.data.wording
      if (wording) for (const event of events) socket.emit('ReceivedLog', wording(event))
    }
  }

  /** From where the socket is to where the others are; then it joins them. */
  async #catchUp(socket: GameSocket): Promise<void> {
    if (!this.#watched) this.#at = await this.feed.head()
    let from = socket.data.afterEvent ?? this.#at
    let sent = 0
    for (let more = true; more && sent <= MOST_MISSED && socket.connected; ) {
      const events = await this.feed.since(from, BATCH, this.#at)
      from = events.at(-1)?.id ?? from
      more = events.length === BATCH
      sent += events.length
      if (events.length > 0) socket.emit('logs', { head: from, events })
    }
    if (sent > MOST_MISSED) socket.emit('refetch')
    // Also says that the socket is in, and how far it is.
    else socket.emit('logs', { head: this.#at, events: [] })
    if (!socket.connected) return
    await socket.join(ROOM)
    this.#begin()
  }
}
