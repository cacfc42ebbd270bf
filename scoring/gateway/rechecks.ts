import type { Log } from '~/server/platform/log'
import type { Refusal } from './contract'
import type { Access, GameNamespace, GameSocket } from './sockets'

/** Milliseconds between two rechecks of all sockets; without Redis anything may change at any time. */
const EVERYBODY_MS = 10_000
const RETRY_MS = 2000

/** Disconnects sockets that may no longer watch. All sockets of a session in a game cost one check. */
export class Rechecks {
  readonly #waiting = new Set<string>()
  #everybody: NodeJS.Timeout | null = null
  #everybodyAt = 0
  #running: Promise<void> | null = null

  constructor(
    private readonly games: GameNamespace,
    private readonly viewer: Access['viewer'],
    private readonly refusal: (req: GameSocket['request'], game: number) => Promise<Refusal | null>,
    private readonly log: Log,
    private readonly stays: (group: readonly GameSocket[]) => Promise<void> = async () => {}
  ) {}

  /** Tags name rooms; null when any may have changed. */
  request(tags: string[] | null): void {
    if (tags) this.#begin(tags)
    else
      this.#everybody ??= setTimeout(
        () => {
          this.#everybody = null
          this.#everybodyAt = performance.now()
          this.#begin([...this.games.adapter.sids.keys()])
        },
        this.#everybodyAt + EVERYBODY_MS - performance.now()
      ).unref()
  }

  close(): void {
    if (this.#everybody) clearTimeout(this.#everybody)
  }

  /** A socket's own id is a room too. */
  #begin(rooms: string[]): void {
    for (const room of rooms) this.#waiting.add(room)
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async #run(): Promise<void> {
    // Changes that come together are checked together.
    await new Promise((resolve) => setTimeout(resolve, 5))
    while (this.#waiting.size > 0) {
      const sockets = this.#concerned()
      this.#waiting.clear()
      for (const group of grouped(sockets)) await this.#check(group)
    }
  }

  #concerned(): Set<GameSocket> {
    const { rooms } = this.games.adapter
    const ids = [...this.#waiting].flatMap((room) => [...(rooms.get(room) ?? [])])
    return new Set(ids.flatMap((id) => this.games.sockets.get(id) ?? []))
  }

  /** A socket from before the start must connect again when the game has started. */
  #allows({ data }: GameSocket, refusal: Refusal | null): boolean {
    return refusal === (data.early ? 'game.not_started' : null)
  }

  async #check(group: GameSocket[]): Promise<void> {
    const { request, data } = group[0] as GameSocket
    try {
      const [now, refusal] = await Promise.all([this.viewer(request), this.refusal(request, data.game)])
      const { viewer } = data
      const same =
        now.userId === viewer.userId && now.sessionId === viewer.sessionId && now.role === viewer.role
      if (same && this.#allows(group[0] as GameSocket, refusal)) return await this.stays(group)
      for (const socket of group) socket.disconnect(true)
    } catch (error) {
      this.log.warn({ err: (error as Error).message }, 'sockets_not_rechecked')
      setTimeout(() => this.#begin(group.map(({ id }) => id)), RETRY_MS).unref()
    }
  }
}

function grouped(sockets: Iterable<GameSocket>): Iterable<GameSocket[]> {
  const groups = new Map<string, GameSocket[]>()
  for (const socket of sockets) {
    const { viewer, game, early } = socket.data
    const key = `${game} ${early} ${viewer.sessionId} ${viewer.userId} ${viewer.role}`
    const group = groups.get(key)
    if (group) group.push(socket)
    else groups.set(key, [socket])
  }
  return groups.values()
}
