import type { Log } from '~/server/platform/log'
import { type Access, earlyRoom, type GameNamespace, type GameSocket, gameRoom, newsRoom } from './sockets'

const GAME = /^game:(\d+)$/
const WATCHED = /^(?:game|news|early):(\d+)$/

/** Pushes start and end of a game to its viewers when they may have changed. */
export class GameTimesPusher {
  readonly #sent = new Map<number, string>()

  constructor(
    private readonly games: GameNamespace,
    private readonly times: Access['times'],
    private readonly log: Log
  ) {}

  /** The page of a new socket may be older than the last change. */
  async greet(socket: GameSocket): Promise<void> {
    const { game, rows } = socket.data
    const times = rows ? null : await this.times(game)
    if (times) socket.emit('times', { game, ...times })
  }

  changed(tags: string[] | null): void {
    const found = tags?.map((tag) => GAME.exec(tag)) ?? this.#rooms().map((room) => WATCHED.exec(room))
    for (const game of new Set(found.flatMap((match) => (match ? Number(match[1]) : []))))
      this.#push(game).catch((error: Error) =>
        this.log.warn({ game, err: error.message }, 'sockets_not_rechecked')
      )
  }

  #rooms(): string[] {
    return [...this.games.adapter.rooms.keys()]
  }

  async #push(game: number): Promise<void> {
    const rooms = [gameRoom, newsRoom, earlyRoom].map((roomOf) => roomOf(game))
    if (!rooms.some((room) => this.games.adapter.rooms.has(room))) return void this.#sent.delete(game)
    const times = await this.times(game)
    if (!times) return
    const json = JSON.stringify(times)
    // Most changes of a game leave its times as they are.
    if (this.#sent.get(game) === json) return
    this.#sent.set(game, json)
    this.games.to(rooms).emit('times', { game, ...times })
  }
}
