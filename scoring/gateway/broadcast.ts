import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { NoticeView } from '~/server/notices/contract'
import type { Log } from '~/server/platform/log'
import { openSpan } from '~/server/platform/tracing'
import type { Step } from '../board/game-board'
import type { Delta } from '../rules/contract'
import { type GameNamespace, gameRoom, newsRoom } from './sockets'

/** Milliseconds between two messages at least, so that a burst becomes one message. */
const LEAST_PAUSE_MS = 30
/** The pause is as long as sending took, so that half of a core is left for the judge. */
const PAUSE_OF_COST = 1
const MOST_PAUSE_MS = 1000
/** Sockets written to before other work of the process runs. */
const SLICE = 200

/** Sends deltas and notices of a game to its viewers, in order; each message is encoded once. */
export class Broadcast {
  #deltas: Delta[] = []
  #notices: NoticeView[] = []
  #running = false
  #closed = false

  constructor(
    private readonly namespace: GameNamespace,
    private readonly game: number,
    private readonly log: Log
  ) {}

  /** Sends the first of a burst at once; the others join into one message. */
  send(step: Step | null, notices: NoticeView[]): void {
    if (step) this.#addStep(step)
    this.#notices.push(...notices)
    if (!this.#running) void this.#run()
  }

  close(): void {
    this.#closed = true
  }

  #addStep({ from, to, events }: Step): void {
    if (!events) {
      this.#deltas = []
      this.namespace.to(gameRoom(this.game)).emit('resync', { seq: to })
      return
    }
    const last = this.#deltas.at(-1)
    if (last && last.to >= from) {
      last.events.push(...events)
      last.to = to
    } else this.#deltas.push({ from, to, events: [...events] })
  }

  async #run(): Promise<void> {
    this.#running = true
    while (!this.#closed && (this.#deltas.length > 0 || this.#notices.length > 0)) {
      const cost = await this.#sendNext()
      const pause = Math.min(Math.max(LEAST_PAUSE_MS, cost * PAUSE_OF_COST), MOST_PAUSE_MS)
      await sleep(pause, undefined, { ref: false })
    }
    this.#running = false
  }

  async #sendNext(): Promise<number> {
    const notices = this.#notices
    const delta = this.#deltas.shift()
    this.#notices = []
    let cost = 0
    if (delta) {
      const span = openSpan('push delta', { 'halyard.game': this.game, 'halyard.seq': delta.to })
      const message = notices.length > 0 ? { ...delta, notices } : delta
      cost += await this.#sendTo(gameRoom(this.game), (sockets) => sockets.emit('delta', message))
      span?.end()
      this.#logPushed(delta)
    } else cost += await this.#sendTo(gameRoom(this.game), (sockets) => sockets.emit('notices', notices))
    if (notices.length > 0)
      cost += await this.#sendTo(newsRoom(this.game), (sockets) => sockets.emit('notices', notices))
    return cost
  }

  /** Sockets that join meanwhile get the deltas from the feed. @returns milliseconds that writing took */
  async #sendTo(room: string, emit: (sockets: ReturnType<GameNamespace['to']>) => void): Promise<number> {
    const sockets = [...(this.namespace.adapter.rooms.get(room) ?? [])]
    let cost = 0
    for (let at = 0; at < sockets.length && !this.#closed; at += SLICE) {
      if (at > 0) await setImmediate()
      const begun = performance.now()
      emit(this.namespace.to(sockets.slice(at, at + SLICE)))
      cost += performance.now() - begun
    }
    return cost
  }

  #logPushed({ from, to }: Delta): void {
    const viewers = this.namespace.adapter.rooms.get(gameRoom(this.game))?.size ?? 0
    this.log.debug({ game: this.game, from, to, viewers }, 'delta_pushed')
  }
}
