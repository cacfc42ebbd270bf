import type { ScoreEvent } from '~/server/ledger/contract'
import { applyEvent } from './fold'
import { settle } from './settle'
import { type BoardState, counts, emptyBoard } from './state'

/**
 * When each entry of a ledger changed the board, in milliseconds (docs/rules/replay.md#the-board-of-a-moment): at its own time,
 * or at that of the correction it belongs to, whose solves keep the times at which they were sent.
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

/** The ledger of a game as a recording: gives the board of any moment. */
export class Replay {
  readonly #times: readonly number[]
  #state = emptyBoard()
  #at = Number.NEGATIVE_INFINITY

  /** @param events the whole ledger, in its order */
  constructor(readonly events: readonly ScoreEvent[]) {
    this.#times = effectiveTimes(events)
  }

  /** When the last entry changed the board, in milliseconds; null without entries. */
  get last(): number | null {
    return this.#times.reduce<number | null>((last, at) => (last === null || at > last ? at : last), null)
  }

  /** Entries that the board of this moment (milliseconds) includes, in the ledger's order. */
  entries(at: number): ScoreEvent[] {
    return this.#between(Number.NEGATIVE_INFINITY, at)
  }

  /**
   * The board of this moment (milliseconds), settled. Later calls change it: read what is needed at once. Going on in time costs
   * as much as what happened between; going back, a fold from the beginning.
   */
  board(at: number): BoardState {
    if (at !== this.#at) {
      const news = at > this.#at ? this.#between(this.#at, at) : null
      // Entries do not always stand in the order of their times; the fold is defined by the order of the ledger.
      const follows = news !== null && (news.length === 0 || news[0]!.seq > this.#state.seq)
      if (!follows) this.#state = emptyBoard()
      for (const event of follows ? news : this.entries(at)) applyEvent(this.#state, event)
      this.#at = at
    }
    settle(this.#state)
    return this.#state
  }

  /** Entries that changed the board after `from` and not after `to`. */
  #between(from: number, to: number): ScoreEvent[] {
    return this.events.filter((_, index) => this.#times[index]! > from && this.#times[index]! <= to)
  }
}

/** How a game went, for the bar under a replay. */
export interface Course {
  /** Counted solves in each of the equal parts of the game, the first included at its start. */
  solves: number[]
  /** Times of first bloods, oldest first. */
  bloods: number[]
}

/** The course of a game from its settled board, between two times in milliseconds. */
export function courseOf(state: BoardState, start: number, end: number, parts: number): Course {
  const solves = Array.from({ length: parts }, () => 0)
  const bloods: number[] = []
  for (const challenge of state.challenges.values())
    for (const solve of challenge.solves) {
      if (!counts(solve) || solve.at < start || solve.at > end) continue
      const part = Math.min(parts - 1, Math.floor(((solve.at - start) / (end - start)) * parts))
      solves[part]!++
      if (solve.kind === 'FirstBlood') bloods.push(solve.at)
    }
  return { solves, bloods: bloods.sort((a, b) => a - b) }
}
