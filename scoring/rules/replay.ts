import type { ScoreEvent } from '~/server/ledger/contract'
import { applyEvent } from './fold'
import { settle } from './settle'
import { type BoardState, emptyBoard, isCounted } from './state'

/**
 * When each entry changed the board, in Unix milliseconds (docs/rules/replay.md#the-board-of-a-moment): at its own time, or at
 * that of its correction.
 */
export function effectiveTimes(events: readonly ScoreEvent[]): number[] {
  let correction = { at: 0, left: 0 }
  return events.map((event) => {
    if (event.kind === 'correction') correction = { at: event.at, left: event.payload.entries }
    else if (correction.left > 0) {
      correction.left--
      return correction.at
    }
    return event.at
  })
}

/** The board of any moment of a game. Moments are Unix milliseconds. */
export class Replay {
  readonly #times: readonly number[]
  #state = emptyBoard()
  #at = Number.NEGATIVE_INFINITY

  constructor(readonly events: readonly ScoreEvent[]) {
    this.#times = effectiveTimes(events)
  }

  /** When the last entry changed the board; null without entries. */
  get last(): number | null {
    return this.#times.reduce<number | null>((last, at) => (last === null || at > last ? at : last), null)
  }

  /** Entries in the board of this moment, in the ledger's order. */
  entries(at: number): ScoreEvent[] {
    return this.#between(Number.NEGATIVE_INFINITY, at)
  }

  /** The settled board of this moment; later calls change the object. Going back in time costs a fold from the start. */
  board(at: number): BoardState {
    if (at !== this.#at) {
      const news = at > this.#at ? this.#between(this.#at, at) : null
      // The fold needs the order of the ledger, which is not always that of the times.
      const follows = news !== null && (news.length === 0 || news[0]!.seq > this.#state.seq)
      if (!follows) this.#state = emptyBoard()
      for (const event of follows ? news : this.entries(at)) applyEvent(this.#state, event)
      this.#at = at
    }
    settle(this.#state)
    return this.#state
  }

  #between(from: number, to: number): ScoreEvent[] {
    return this.events.filter((_, index) => this.#times[index]! > from && this.#times[index]! <= to)
  }
}

export interface Course {
  /** Counted solves in equal parts of the game. */
  solves: number[]
  bloods: number[]
}

/** `state` is settled; times are Unix milliseconds. */
export function solveCourse(state: BoardState, start: number, end: number, parts: number): Course {
  const solves = Array.from({ length: parts }, () => 0)
  const bloods: number[] = []
  for (const challenge of state.challenges.values())
    for (const solve of challenge.solves) {
      if (!isCounted(solve) || solve.at < start || solve.at > end) continue
      const part = Math.min(parts - 1, Math.floor(((solve.at - start) / (end - start)) * parts))
      solves[part]!++
      if (solve.kind === 'FirstBlood') bloods.push(solve.at)
    }
  return { solves, bloods: bloods.sort((a, b) => a - b) }
}
