import type { LogView } from '~/server/logs/contract'
import type { Log } from '~/server/platform/log'
import { type GameNamespace, type GameSocket, type LogFeed, roomsOf } from './sockets'

const ROOM = 'logs'
const POLL_MS = 500
const BATCH = 200
/** A socket that missed more events fetches the list. */
const MAX_MISSED = 1000

/** Pushes log events to administrators by id, the order of commits. One step at a time, so that none comes twice. */
export class LogViewers {
  #last: Promise<unknown> = Promise.resolve()
  #poll: NodeJS.Timeout | null = null
  #pushing: Promise<void> | null = null
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

  /** Sends missed events, then joins the room. Rejects while Postgres is away. */
  async admit(socket: GameSocket): Promise<void> {
    await socket.join(roomsOf(socket.data))
    await this.#enqueue(() => this.#catchUp(socket))
  }

  close(): void {
    if (this.#poll) clearInterval(this.#poll)
    this.#poll = null
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work)
    this.#last = run.catch(() => {})
    return run
  }

  #startPolling(): void {
    this.#poll ??= setInterval(() => {
      this.#pushing ??= this.#enqueue(() => this.#push())
        .catch((error: Error) => this.log.debug({ err: error.message }, 'administrators_not_notified'))
        .finally(() => {
          this.#pushing = null
        })
    }, POLL_MS).unref()
  }

  get #hasViewers(): boolean {
    return this.namespace.adapter.rooms.has(ROOM)
  }

  async #push(): Promise<void> {
    for (let more = this.#hasViewers; more; ) {
      const events = await this.feed.since(this.#at, BATCH)
      this.#at = events.at(-1)?.id ?? this.#at
      more = events.length === BATCH
      if (events.length === 0) continue
      this.namespace.to(ROOM).emit('logs', { head: this.#at, events })
      this.#pushRows(events)
    }
  }

  #pushRows(events: LogView[]): void {
    for (const id of this.namespace.adapter.rooms.get(ROOM) ?? []) {
      const socket = this.namespace.sockets.get(id)
      const wording = socket?.data.wording
      if (wording) for (const event of events) socket.emit('ReceivedLog', wording(event))
    }
  }

  async #catchUp(socket: GameSocket): Promise<void> {
    if (!this.#hasViewers) this.#at = await this.feed.head()
    let from = socket.data.afterEvent ?? this.#at
    let sent = 0
    for (let more = true; more && sent <= MAX_MISSED && socket.connected; ) {
      const events = await this.feed.since(from, BATCH, this.#at)
      from = events.at(-1)?.id ?? from
      more = events.length === BATCH
      sent += events.length
      if (events.length > 0) socket.emit('logs', { head: from, events })
    }
    if (sent > MAX_MISSED) socket.emit('refetch')
    // Confirms that the socket is admitted, and its position.
    else socket.emit('logs', { head: this.#at, events: [] })
    if (!socket.connected) return
    await socket.join(ROOM)
    this.#startPolling()
  }
}
