import { type Access, type GameSocket, type OwnStanding, participationRoom } from './sockets'

/**
 * Tells the members of a participation how they stand, when they come and whenever that changes. Their sockets are in a
 * room with the name of the participation's tag, so that a change of it has them rechecked.
 */
export class Standings {
  constructor(private readonly standing: Access['standing']) {}

  /** Tells a socket that has just been let in. Rejects while Postgres is away. */
  async greet(socket: GameSocket): Promise<void> {
    // What changes before the socket is in the room of its participation reaches no recheck: it is read once more.
    for (let known: OwnStanding | null | undefined; ; ) {
      const now = await this.standing(socket.request, socket.data.game)
      if (known !== undefined && same(known, now)) break
      known = now
      await enter(socket, now)
    }
    pushStanding(socket)
  }

  /** Tells sockets of one session in one game, when they stand elsewhere than they know. */
  async recheck(group: readonly GameSocket[]): Promise<void> {
    const [{ request, data }] = group as [GameSocket]
    const now = await this.standing(request, data.game)
    for (const socket of group) {
      // Not greeted yet: it will read for itself.
      if (socket.data.standing === undefined || same(socket.data.standing, now)) continue
      await enter(socket, now)
      pushStanding(socket)
    }
  }
}

async function enter(socket: GameSocket, now: OwnStanding | null): Promise<void> {
  const before = socket.data.standing?.participationId ?? null
  const next = now?.participationId ?? null
  if (before !== null && before !== next) await socket.leave(participationRoom(before))
  if (next !== null) await socket.join(participationRoom(next))
  socket.data.standing = now
}

function pushStanding(socket: GameSocket): void {
  const { standing, game } = socket.data
  if (standing) socket.emit('standing', { game, ...standing })
}

const same = (a: OwnStanding | null, b: OwnStanding | null) =>
  a?.participationId === b?.participationId &&
  a?.status === b?.status &&
  a?.division === b?.division &&
  a?.unread === b?.unread
