import type { Sql } from '~/server/db'
import { findRevision, type Revision, readEntries, type ScoreEvent } from '~/server/ledger'
import { applyEvent, type BoardState, emptyBoard, Freeze, type PublicEvent, publicEvents } from '../rules'
import { GameCards } from './cards'

/** A change of the board; `events` is the delta for viewers, null when they must fetch the board. */
export interface Step {
  from: number
  to: number
  events: PublicEvent[] | null
}

/** How far the deltas of a game's viewers go, and how often its board had been folded anew by then; null: unknown. */
interface Published {
  seq: number
  rebuilds: number | null
}

/** Entries that the judge has just committed, and what it found under the ledger's lock; null: unknown. */
interface Committed {
  appended: readonly ScoreEvent[]
  seq: number
  rebuilds: number | null
}

const PAGE = 10_000
/** A step with more events than this has viewers fetch the board. */
const MAX_EVENTS = 2000

/** A game's board in memory. `state.seq` leaves out entries that the freeze holds back, so that nobody can count them. */
export class GameBoard {
  readonly state: BoardState = emptyBoard()
  readonly cards: GameCards
  position = 0
  /** The revision of the folded entries; the names are at least as new. */
  revision: Revision = { rebuilds: 0, refreshes: 0 }
  #freeze = new Freeze(null)

  private constructor(
    private readonly db: { readonly pool: Sql },
    private readonly gameId: number
  ) {
    this.cards = new GameCards(db, gameId)
  }

  /**
   * Folds to where viewers are, or to the end when they have to fetch the board; `whole` ignores the freeze. Null when there is
   * no game.
   */
  static async open(
    db: { readonly pool: Sql },
    gameId: number,
    published: Published | null,
    { whole = false } = {}
  ): Promise<GameBoard | null> {
    for (;;) {
      const board = new GameBoard(db, gameId)
      if (!(await board.cards.load())) return null
      board.revision = board.cards.revision
      if (!whole) board.#freeze = new Freeze(board.cards.freeze)
      await board.#foldTo(board.continues(published) ? published.seq : Number.POSITIVE_INFINITY)
      // A freeze that was committed meanwhile holds back entries that this board shows.
      if (whole || (await board.isCurrent())) return board
    }
  }

  async #foldTo(to: number): Promise<void> {
    const { state } = this
    for (;;) {
      const limit = Math.min(PAGE, to - state.seq)
      const events = limit > 0 ? await readEntries(this.db.pool, this.gameId, this.position, limit) : []
      if (events.length === 0) return
      await this.cards.ensure(events)
      this.#inOrder(events)
      for (const event of events) {
        const shown = this.#shown(event)
        if (shown) applyEvent(state, shown)
      }
    }
  }

  /** True if deltas may follow the published board: nothing was frozen, revealed or corrected since. */
  continues(published: Published | null): published is Published {
    return published?.rebuilds === this.revision.rebuilds
  }

  /** Reads the names anew. @returns false when the game does not exist */
  async refresh(): Promise<boolean> {
    if (!(await this.cards.load())) return false
    this.revision = { ...this.revision, refreshes: this.cards.revision.refreshes }
    return true
  }

  /** False when it has to be opened anew. */
  async isCurrent(): Promise<boolean> {
    const revision = await findRevision(this.db.pool, this.gameId)
    return revision?.rebuilds === this.revision.rebuilds
  }

  #shown(event: ScoreEvent): ScoreEvent | null {
    this.position = event.seq
    return this.#freeze.holds(event) ? null : { ...event, seq: this.state.seq + 1 }
  }

  /**
   * Catches up; reads only entries that `known` lacks. Whoever freezes a board holds the ledger, so an entry that the freeze holds
   * back is found together with the new revision, before anybody sees it.
   * @returns null when nothing changed; `outdated` when the board has to be opened anew
   */
  async advance(known?: Committed): Promise<Step | null | 'outdated'> {
    const { state } = this
    if (known?.seq === this.position) return null
    const step: Step = { from: state.seq, to: state.seq, events: [] }
    let events = known?.appended ?? []
    let rebuilds = known?.rebuilds ?? null
    const { pool } = this.db
    const more = async () => {
      events = await readEntries(pool, this.gameId, this.position, PAGE)
      rebuilds = null
    }
    if (events[0]?.seq !== this.position + 1) await more()
    while (events.length > 0) {
      const current = rebuilds === null ? await this.isCurrent() : rebuilds === this.revision.rebuilds
      if (!current) return 'outdated'
      await this.cards.ensure(events)
      this.#inOrder(events)
      for (const event of events) this.#apply(this.#shown(event), step)
      if (events.length < PAGE) break
      await more()
    }
    step.to = state.seq
    return step.to > step.from ? step : null
  }

  #apply(event: ScoreEvent | null, step: Step): void {
    if (!event) return
    const shown = publicEvents(this.state, event, this.cards)
    applyEvent(this.state, event)
    if (!step.events) return
    if (shown === null || step.events.length + shown.length > MAX_EVENTS) step.events = null
    else step.events.push(...shown)
  }

  #inOrder(events: readonly ScoreEvent[]): void {
    const wrong = events.findIndex((event, index) => event.seq !== this.position + 1 + index)
    if (wrong >= 0)
      throw new Error(`The ledger of game ${this.gameId} has a gap before ${events[wrong]?.seq}`)
  }
}
