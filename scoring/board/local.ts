import type { Database } from '~/server/db'
import { ColumnWriter } from './columnar-writer'
import { compress } from './compress'
import { GameBoard } from './game-board'
import { snapshotMeta } from './meta'
import { Serialiser } from './serialise'
import { type BoardSnapshot, packIndex, snapshotOf } from './snapshot'

/** `at`: Unix milliseconds at which the board was the newest. */
interface DatedBoard {
  snapshot: BoardSnapshot
  at: number
}

const PAUSE_MS = 1000
/** After this time a board is folded from the start, with new names. */
const ANEW_MS = 30_000

interface Folded {
  board: GameBoard
  since: number
  serialiser: Serialiser
  columns: ColumnWriter
  latest: DatedBoard | null
  under: Promise<DatedBoard> | null
}

/** Boards that this process folds while Redis has none; callers share one fold a second for each game. */
export class LocalBoards {
  readonly #games = new Map<number, Promise<Folded | null>>()

  constructor(private readonly db: Database) {}

  /** Null when the game does not exist. Rejects while Postgres is away. */
  async newest(gameId: number): Promise<DatedBoard | null> {
    const folded = await this.#game(gameId)
    if (!folded) return null
    const { latest } = folded
    if (latest && Date.now() - latest.at < PAUSE_MS) return latest
    folded.under ??= this.#advance(gameId, folded).finally(() => {
      folded.under = null
    })
    return folded.under
  }

  clear(): void {
    this.#games.clear()
  }

  #game(gameId: number): Promise<Folded | null> {
    const known = this.#games.get(gameId)
    if (known) return known
    const opening = this.#open(gameId)
    this.#games.set(gameId, opening)
    const drop = () => this.#games.get(gameId) === opening && this.#games.delete(gameId)
    opening.then((folded) => folded ?? drop(), drop)
    return opening
  }

  async #open(gameId: number): Promise<Folded | null> {
    const since = Date.now()
    const board = await GameBoard.open(this.db, gameId, null)
    const writers = { serialiser: new Serialiser(), columns: new ColumnWriter() }
    return board && { board, since, ...writers, latest: null, under: null }
  }

  async #step(board: GameBoard) {
    return (await board.isCurrent()) ? board.advance() : ('outdated' as const)
  }

  /** @throws Error when the game was deleted meanwhile */
  async #again(gameId: number): Promise<DatedBoard> {
    this.#games.delete(gameId)
    const board = await this.newest(gameId)
    if (!board) throw new Error(`Game ${gameId} is deleted`)
    return board
  }

  async #advance(gameId: number, folded: Folded): Promise<DatedBoard> {
    const { board, since, serialiser, columns, latest } = folded
    const at = Date.now()
    // A fold that failed half way is not usable.
    const step = await this.#step(board).catch((error) => {
      this.#games.delete(gameId)
      throw error
    })
    if (step === 'outdated') return this.#again(gameId)
    if (at - since > ANEW_MS) this.#games.delete(gameId)
    if (!step && latest) {
      latest.at = at
      return latest
    }
    const { state, cards } = board
    const body = serialiser.write(state, cards, at)
    const byColumns = columns.write(state, cards, at)
    const meta = snapshotMeta(state, cards, body, at)
    const [json, packed] = await Promise.all([compress(body.json), compress(byColumns)])
    const snapshot = snapshotOf(gameId, {
      ...{ meta, json: body.json, gzip: json.gzip, br: json.br, index: packIndex(body.teams) },
      columns: { identity: byColumns, gzip: packed.gzip, br: packed.br },
      challenges: body.json.subarray(...body.challenges)
    })
    folded.latest = { snapshot, at }
    return folded.latest
  }
}
