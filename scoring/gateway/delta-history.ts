import type { Step } from '../board/game-board'
import type { Delta } from '../rules/contract'

/** Deltas in memory; the list in Redis is as long. */
const KEEP = 512
/** A client that missed more entries fetches the board. */
const MAX_EVENTS = 2000

export class DeltaHistory {
  readonly #deltas: Delta[]

  constructor(
    public seq: number,
    deltas: Delta[]
  ) {
    const joined =
      deltas.at(-1)?.to === seq &&
      deltas.every((delta, index) => index === 0 || follows(deltas[index - 1], delta))
    this.#deltas = joined ? [...deltas] : []
  }

  /** @returns the part of the step that is new; null when nothing is */
  add({ from, to, events }: Step): Step | null {
    if (to <= this.seq) return null
    const overlap = from < this.seq
    const fresh = {
      from: overlap ? this.seq : from,
      to,
      events: overlap && events ? events.filter(({ seq }) => seq > this.seq) : events
    }
    if (!fresh.events || from > this.seq) this.#deltas.length = 0
    if (fresh.events) this.#deltas.push({ ...fresh, events: fresh.events })
    if (this.#deltas.length > KEEP) this.#deltas.shift()
    this.seq = to
    return fresh
  }

  /** A delta from `seq` to now; null if it is too long, unknown, or of another ledger. */
  since(seq: number): Delta | null {
    if (seq === this.seq) return { from: seq, to: seq, events: [] }
    const first = this.#deltas.findIndex(({ to }) => to > seq)
    if (seq > this.seq || first < 0 || (this.#deltas[first] as Delta).from > seq) return null
    const events = this.#deltas
      .slice(first)
      .flatMap((delta) => delta.events.filter((event) => event.seq > seq))
    return events.length > MAX_EVENTS ? null : { from: seq, to: this.seq, events }
  }
}

const follows = (before: Delta | undefined, after: Delta): boolean =>
  before !== undefined && after.from === before.to
