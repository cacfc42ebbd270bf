import type { Log } from '~/server/platform/log'
import { openSpan } from '~/server/platform/tracing'
import type { Step } from '../board/game-board'
import type { Delta } from '../rules/contract'
import { type GameNamespace, gameRoom } from './sockets'

/** Messages that follow each other within this time travel together, in milliseconds, … */
const LEAST_MS = 30
/** … or within this many times what sending to the room took, … */
const TIMES_COST = 3
/** … but never later than this. */
const MOST_MS = 80

/** Sends the deltas of one game to its room, each written once for all sockets. */
export class Broadcast {
  #waiting: Delta | null = null
  #timer: NodeJS.Timeout | null = null
  #nextAt = 0

  constructor(
    private readonly namespace: GameNamespace,
    private readonly game: number,
    private readonly log: Log
  ) {}

  /** The first of a burst goes out at once. */
  send({ from, to, events }: Step): void {
    if (!events) {
      this.#waiting = null
      this.namespace.to(gameRoom(this.game)).emit('resync', { seq: to })
      return
    }
    if (this.#waiting && this.#waiting.to < from) this.#flush()
    if (this.#waiting) {
      this.#waiting.events.push(...events)
      this.#waiting.to = to
    } else this.#waiting = { from, to, events: [...events] }
    if (this.#timer) return
    const wait = this.#nextAt - performance.now()
    if (wait <= 0) this.#flush()
    else this.#timer = setTimeout(() => this.#flush(), wait).unref()
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const delta = this.#waiting
    this.#waiting = null
    if (!delta) return
    const begun = performance.now()
    const span = openSpan('push delta', { 'halyard.game': this.game, 'halyard.seq': delta.to })
    this.namespace.to(gameRoom(this.game)).emit('delta', delta)
    span?.end()
    if (this.log.isLevelEnabled('debug')) this.#logPushed(delta)
    const cost = performance.now() - begun
    this.#nextAt = begun + Math.min(Math.max(LEAST_MS, cost * TIMES_COST), MOST_MS)
  }

  #logPushed({ from, to }: Delta): void {
    const viewers = this.namespace.adapter.rooms.get(gameRoom(this.game))?.size ?? 0
    this.log.debug({ game: this.game, from, to, viewers }, 'delta_pushed')
  }
}
