import type { NoticeView } from '~/server/notices/contract'
import type { Step } from '../board/game-board'
import type { Delta } from '../rules/contract'

interface Item {
  step: Step | null
  notices: NoticeView[]
}

/** Messages that a viewer has not been sent yet, in the order of sending. */
interface Missed {
  /** Set when the viewer must fetch the board up to this ledger entry before the deltas. */
  resync: number | null
  /** Neighbours that join are one. */
  deltas: Delta[]
  notices: NoticeView[]
}

/** Steps and notices of a game in order. Each has a position, so that every viewer may have got as far as it likes. */
export class ViewerBacklog {
  #items: Item[] = []
  #start = 0
  /** Most viewers ask from the same position. */
  #last: { from: number; missed: Missed } | null = null

  /** The position of the first item. */
  get start(): number {
    return this.#start
  }

  /** The position after the last item. */
  get end(): number {
    return this.#start + this.#items.length
  }

  get empty(): boolean {
    return this.#items.length === 0
  }

  add(step: Step | null, notices: NoticeView[]): void {
    if (!step && notices.length === 0) return
    this.#items.push({ step, notices })
    this.#last = null
  }

  /** @param from a former value of `end`, not before dropped messages */
  since(from: number): Missed {
    if (this.#last?.from !== from) this.#last = { from, missed: join(this.#items.slice(from - this.#start)) }
    return this.#last.missed
  }

  /** Forgets the items before a position that every viewer has passed. */
  drop(before: number): void {
    this.#items = this.#items.slice(before - this.#start)
    this.#start = before
  }
}

function join(items: Item[]): Missed {
  const missed: Missed = { resync: null, deltas: [], notices: [] }
  for (const { step, notices } of items) {
    if (step) addStep(missed, step)
    missed.notices.push(...notices)
  }
  return missed
}

function addStep(missed: Missed, { from, to, events }: Step): void {
  const last = missed.deltas.at(-1)
  if (!events) {
    missed.resync = to
    missed.deltas = []
  } else if (last && last.to >= from) {
    last.events.push(...events)
    last.to = to
  } else missed.deltas.push({ from, to, events: [...events] })
}
