import type { Database } from '~/server/db'
import { read, type ScoreEvent } from '~/server/ledger'
import { applyEvent, type BoardState, emptyBoard, Freeze, type PublicEvent, publicEvents } from '../rules'
import { GameCards } from './cards'

/** How a board moved: the delta for its viewers; `events` is null when they should fetch it again. */
export interface Step {
  from: number
  to: number
  events: PublicEvent[] | null
}

const PAGE = 10_000
/** A step of more than this is not worth sending piece by piece. */
const MOST_EVENTS = 2000

/**
 * A game's board in memory: the fold of its ledger, with the names it shows. While the game is frozen it leaves out what
 * the freeze holds back, and counts `state.seq` by what it shows: how much is hidden cannot be read from it.
 */
export class GameBoard {
  readonly state: BoardState = emptyBoard()
  readonly cards: GameCards
  /** Last ledger entry that was read. */
  position = 0
  #freeze = new Freeze(null)

  private constructor(
    private readonly db: Database,
    private readonly gameId: number
  ) {
    this.cards = new GameCards(db, gameId)
  }

  /**
   * Folds the ledger until `state.seq` is `seq`, or all of it when `seq` is null or lies beyond its end. `whole`: as staff see
   * it, nothing held back.
   * @returns null when there is no such game
   */
  static async open(
    db: Database,
    gameId: number,
    seq: number | null,
    { whole = false } = {}
  ): Promise<GameBoard | null> {
    const board = new GameBoard(db, gameId)
    if (!(await board.cards.load())) return null
    if (!whole) board.#freeze = new Freeze(board.cards.freeze)
    const { state } = board
    for (;;) {
      const limit = Math.min(PAGE, (seq ?? Number.POSITIVE_INFINITY) - state.seq)
      const events = limit > 0 ? await read(db.pool, gameId, board.position, limit) : []
      if (events.length === 0) return board
      await board.cards.ensure(events)
      board.#inOrder(events)
      for (const event of events) {
        const shown = board.#shown(event)
        if (shown) applyEvent(state, shown)
      }
    }
  }

  /** The entry as the board counts it; null when it is held back. */
  #shown(event: ScoreEvent): ScoreEvent | null {
    this.position = event.seq
    return this.#freeze.holds(event) ? null : { ...event, seq: this.state.seq + 1 }
  }

  /**
   * Catches up with the ledger. When the caller has just committed to it and knows its last entry, `seq`, the ledger is read
   * only if something lies between the board and the entries `appended`.
   * @returns what changed; null when nothing did
   */
  async advance(known?: { appended: readonly ScoreEvent[]; seq: number }): Promise<Step | null> {
    const { state } = this
    if (known?.seq === this.position) return null
    const step: Step = { from: state.seq, to: state.seq, events: [] }
    let events = known?.appended ?? []
    const { pool } = this.db
    if (events[0]?.seq !== this.position + 1) events = await read(pool, this.gameId, this.position, PAGE)
    while (events.length > 0) {
      await this.cards.ensure(events)
      this.#inOrder(events)
      for (const event of events) this.#apply(this.#shown(event), step)
      events = events.length < PAGE ? [] : await read(pool, this.gameId, this.position, PAGE)
    }
    step.to = state.seq
    return step.to > step.from ? step : null
  }

  #apply(event: ScoreEvent | null, step: Step): void {
    if (!event) return
    const shown = publicEvents(this.state, event, this.cards)
    applyEvent(this.state, event)
    if (!step.events) return
    if (shown === null || step.events.length + shown.length > MOST_EVENTS) step.events = null
    else step.events.push(...shown)
  }

  #inOrder(events: readonly ScoreEvent[]): void {
    const wrong = events.findIndex((event, index) => event.seq !== this.position + 1 + index)
    if (wrong >= 0)
      throw new Error(`The ledger of game ${this.gameId} has a gap before ${events[wrong]?.seq}`)
  }
}
