import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { GAME_NAMESPACE, type ServerMessages } from '~/scoring/gateway/contract'
import {
  applyWaiting,
  boardFromSnapshot,
  type Delta,
  type PublicBoard,
  type Scoreboard,
  scoreboardView
} from '~/scoring/rules'
import type { Http } from './http'
import { atMost } from './pool'

const CONNECT_MS = 5000
const AGAIN_MS = 250

/** A client with an open scoreboard: loads it once and folds what the socket brings. */
export class Spectator {
  /** When the delta of a solve arrived, by submission id; milliseconds of `performance.now()`. */
  readonly solvedAt = new Map<number, number>()
  deltas = 0
  resyncs = 0
  #board: PublicBoard | null = null
  /** The newest ledger entry that the socket mentioned. */
  #known = 0
  readonly #waiting: Delta[] = []
  #fetching: Promise<void> | null = null
  #closed = false
  #socket: Socket<ServerMessages> | null = null

  constructor(
    private readonly http: Http,
    private readonly game: number
  ) {}

  async open(url: string): Promise<void> {
    await this.#fetch()
    const socket: Socket<ServerMessages> = io(url + GAME_NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      auth: (give) => give({ game: this.game, seq: this.seq })
    })
    this.#socket = socket
    socket.on('delta', (delta) => {
      this.deltas++
      const now = performance.now()
      for (const event of delta.events)
        if (event.kind === 'solve' && !this.solvedAt.has(event.submissionId))
          this.solvedAt.set(event.submissionId, now)
      this.#waiting.push(delta)
      this.#known = Math.max(this.#known, delta.to)
      if (this.#board && !applyWaiting(this.#board, this.#waiting)) this.#resync()
    })
    socket.on('resync', ({ seq }) => {
      this.#known = Math.max(this.#known, seq)
      if (seq > this.seq) this.#resync()
    })
    await atMost(CONNECT_MS, new Promise<void>((resolve) => socket.once('connect', () => resolve())))
  }

  get connected(): boolean {
    return this.#socket?.connected ?? false
  }

  /** The last ledger entry in the folded board. */
  get seq(): number {
    return this.#board?.state.seq ?? 0
  }

  board(): Scoreboard | null {
    return this.#board && scoreboardView(this.#board.state, this.#board.cards, Date.now())
  }

  close(): void {
    this.#closed = true
    this.#socket?.disconnect()
  }

  #resync(): void {
    this.#fetching ??= this.#catchUp().finally(() => {
      this.#fetching = null
    })
  }

  /** Polls, because snapshots come a little after socket messages, and later while Redis is away. */
  async #catchUp(): Promise<void> {
    while (this.seq < this.#known && !this.#closed) {
      this.resyncs++
      await this.#fetch().catch(() => {})
      if (this.seq < this.#known) await sleep(AGAIN_MS)
    }
  }

  async #fetch(): Promise<void> {
    const snapshot = await this.http.need<Scoreboard>({ path: `/api/game/${this.game}/scoreboard` })
    if (snapshot.seq > this.seq || !this.#board) this.#board = boardFromSnapshot(snapshot)
    applyWaiting(this.#board, this.#waiting)
  }
}
