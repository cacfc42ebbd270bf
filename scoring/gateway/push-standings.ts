import { type Access, type GameSocket, type OwnStanding, participationRoom } from './sockets'

/** Pushes their standing to members of a participation, whose room has the name of its cache tag. */
export class StandingPusher {
  constructor(private readonly standing: Access['standing']) {}

  async greet(socket: GameSocket): Promise<void> {
    // Reads once more after the join, since an earlier change reaches no recheck.
    for (let known: OwnStanding | null | undefined; ; ) {
      const now = await this.standing(socket.request, socket.data.game)
      if (known !== undefined && same(known, now)) break
      known = now
      await enter(socket, now)
    }
    pushStanding(socket)
  }

  /** Pushes to sockets of one session in one game when their standing changed. */
  async recheck(group: readonly GameSocket[]): Promise<void> {
    const [{ request, data }] = group as [GameSocket]
    const now = await this.standing(request, data.game)
    for (const socket of group) {
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
  a?.end === b?.end &&
  a?.unread === b?.unread
