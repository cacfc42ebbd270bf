import type { Log } from '~/server/platform/log'
import { inSpan } from '~/server/platform/tracing'
import { encodeLive, type LiveMessage } from '../gateway/bus'
import type { Step } from './game-board'
import type { Scripts } from './scripts'

/** More waiting messages than this become one "fetch the board". */
const MAX_WAITING = 500

/** A message, and how often the board that made it had been folded anew. */
type Waiting = LiveMessage & { rebuilds: number }

/** Sends to this process' sockets at once, to Redis in order. Never waits or throws: Postgres has it all. */
export class Outbox {
  #waiting: Waiting[] = []
  #sending: Promise<void> | null = null
  #failed = false

  constructor(
    private readonly game: number,
    private readonly token: string,
    private readonly scripts: Scripts,
    private readonly push: (message: LiveMessage) => void,
    private readonly log: Log
  ) {}

  send(message: Omit<LiveMessage, 'game'>, rebuilds: number): void {
    const live = { game: this.game, ...message }
    this.push(live)
    this.#waiting.push({ ...live, rebuilds })
    if (this.#waiting.length > MAX_WAITING) this.#collapse()
    this.flush()
  }

  /** Redis refused a message, which waits for the next `flush`. */
  get failed(): boolean {
    return this.#failed
  }

  flush(): void {
    if (this.#waiting.length > 0) this.#sending ??= this.#drain()
  }

  async idle(): Promise<void> {
    await this.#sending
  }

  async #drain(): Promise<void> {
    this.#failed = false
    try {
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const waiting = first
        const { rebuilds, ...message } = waiting
        const { from, to, events } = message.step ?? { from: 0, to: 0, events: null }
        const delta = events ? JSON.stringify({ from, to, events }) : ''
        const step = { from, to, delta, rebuilds, notice: message.notices.at(-1)?.id ?? null }
        const leads = await inSpan('publish delta', { 'halyard.game': this.game, 'halyard.seq': to }, () =>
          this.scripts.publish(this.game, step, encodeLive(this.token, message))
        )
        // The new leader publishes the same ledger.
        this.#waiting = leads ? this.#waiting.filter((one) => one !== waiting) : []
      }
    } catch (error) {
      this.#failed = true
      this.log.debug({ game: this.game, err: (error as Error).message }, 'live_message_not_sent')
    } finally {
      this.#sending = null
    }
  }

  #collapse(): void {
    const steps = this.#waiting.map(({ step }) => step).filter((step): step is Step => step !== null)
    const [first, last] = [steps[0], steps.at(-1)]
    const step = first && last ? { from: first.from, to: last.to, events: null } : null
    // A fetched board has the new names anyway.
    const renamed = !step && this.#waiting.some((message) => message.renamed)
    const { rebuilds } = this.#waiting.at(-1)!
    const rest = { game: this.game, step, renamed, notices: [], verdicts: [], rebuilds }
    this.#waiting = step || renamed ? [rest] : []
  }
}
