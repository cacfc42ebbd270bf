import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { deltaDelay } from '~/server/metrics'
import type { NoticeView } from '~/server/notices/contract'
import type { Log } from '~/server/platform/log'
import { openSpan } from '~/server/platform/tracing'
import type { Step } from '../board/game-board'
import { type GameNamespace, type GameSocket, gameRoom, newsRoom } from './sockets'
import { ViewerBacklog } from './viewer-backlog'

/** Milliseconds between two rounds at least, so that a burst becomes one message. */
const MIN_PAUSE_MS = 10
/** The pause is at least this share of the time of a round, so that a third of a core is left for the judge. */
const PAUSE_OF_COST = 0.5
const MAX_PAUSE_MS = 1000
/** Sockets written to before other work of the process runs. */
const SLICE = 100

/**
 * Sends deltas and notices of a game to its viewers, each in order and once.
 * Visits viewers in rounds; each gets everything since its last visit. So every change reaches every viewer within one round and
 * one pause, even if it comes in the middle of a round.
 */
export class Broadcast {
  readonly #news = new ViewerBacklog()
  #running = false
  /** When the oldest delta came that was not sent yet. */
  #since: number | null = null
  #closed = false

  constructor(
    private readonly namespace: GameNamespace,
    private readonly game: number,
    private readonly log: Log
  ) {}

  /** Adds the socket to the viewers, which get everything that is sent from now on. */
  admit(socket: GameSocket): void {
    socket.data.sentTo = this.#news.end
  }

  /** Sends the first of a burst at once; the others join into few messages. */
  send(step: Step | null, notices: NoticeView[]): void {
    this.#news.add(step, notices)
    if (step) this.#since ??= performance.now()
    if (!this.#running) void this.#run()
  }

  close(): void {
    this.#closed = true
  }

  async #run(): Promise<void> {
    this.#running = true
    while (!this.#closed && !this.#news.empty) {
      const cost = await this.#round()
      const pause = Math.min(Math.max(MIN_PAUSE_MS, cost * PAUSE_OF_COST), MAX_PAUSE_MS)
      await sleep(pause, undefined, { ref: false })
    }
    this.#running = false
  }

  /** @returns milliseconds that writing took */
  async #round(): Promise<number> {
    const { start, end } = this.#news
    const { deltas } = this.#news.since(start)
    const last = deltas.at(-1)
    const since = this.#since
    this.#since = null
    const span = last && openSpan('push delta', { 'halyard.game': this.game, 'halyard.seq': last.to })
    let cost = 0
    for (const sockets of this.#slices()) {
      if (cost > 0) await setImmediate()
      if (this.#closed) break
      const begun = performance.now()
      this.#write(sockets)
      cost += performance.now() - begun
    }
    span?.end()
    if (since !== null) deltaDelay.observe((performance.now() - since) / 1000)
    if (last) this.#logPushed({ from: deltas[0]!.from, to: last.to })
    // Viewers that joined meanwhile have a later position.
    this.#news.drop(end)
    return cost
  }

  /** Viewers at the beginning of a round, those with a board first. */
  #slices(): string[][] {
    const { rooms } = this.namespace.adapter
    const ids = [gameRoom, newsRoom].flatMap((roomOf) => [...(rooms.get(roomOf(this.game)) ?? [])])
    return Array.from({ length: Math.ceil(ids.length / SLICE) }, (_, n) =>
      ids.slice(n * SLICE, (n + 1) * SLICE)
    )
  }

  /** Encodes each message once for those of the slice that have got equally far. */
  #write(ids: string[]): void {
    const groups = new Map<string, { from: number; newsOnly: boolean; ids: string[] }>()
    const { end } = this.#news
    for (const id of ids) {
      const data = this.namespace.sockets.get(id)?.data
      // A socket that is not admitted yet gets earlier deltas from the feed.
      if (data?.sentTo === undefined || data.sentTo === end) continue
      const key = `${data.sentTo} ${data.newsOnly}`
      const group = groups.get(key)
      if (group) group.ids.push(id)
      else groups.set(key, { from: data.sentTo, newsOnly: data.newsOnly === true, ids: [id] })
      data.sentTo = end
    }
    for (const { from, newsOnly, ids } of groups.values()) this.#send(from, newsOnly, ids)
  }

  #send(from: number, newsOnly: boolean, ids: string[]): void {
    const { resync, deltas, notices } = this.#news.since(from)
    const sockets = this.namespace.to(ids)
    if (!newsOnly) {
      if (resync !== null) sockets.emit('resync', { seq: resync })
      deltas.forEach((delta, n) => {
        sockets.emit('delta', n === 0 && notices.length > 0 ? { ...delta, notices } : delta)
      })
    }
    if (notices.length > 0 && (newsOnly || deltas.length === 0)) sockets.emit('notices', notices)
  }

  #logPushed({ from, to }: { from: number; to: number }): void {
    const viewers = this.namespace.adapter.rooms.get(gameRoom(this.game))?.size ?? 0
    this.log.debug({ game: this.game, from, to, viewers }, 'delta_pushed')
  }
}
