import { useEffect, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import type { GAME_NAMESPACE, Handshake, Refusal, ServerMessages } from '~/scoring/gateway/contract'

/** live: what is shown is now; reconnecting: it may be old; offline: given up, `retry` begins again. */
export type Connection = 'live' | 'reconnecting' | 'offline'

type GameSocket = Socket<ServerMessages, Record<string, never>>
type Handlers = Partial<ServerMessages>

interface GameSocketOptions {
  /** Null connects to nothing, for games that have ended. */
  game: number | null
  /** Ledger entry the shown board includes; asked at every (re)connection. Absent = no board, no replay. */
  seq?(): number
  /** Called with the newest closures; may change at every render. */
  on: Handlers
}

const NAMESPACE: typeof GAME_NAMESPACE = '/game'
/** Reconnections in a row before it counts as offline; with the delays below about two minutes. */
const ATTEMPTS = 20
const BUSY_DELAY = 3000

/** Refusals that trying again does not change. */
const FINAL: ReadonlySet<string> = new Set<Refusal>(['handshake.invalid', 'game.not_found'])

async function connect({ game, seq }: { game: number; seq: () => number | undefined }): Promise<GameSocket> {
  const { io } = await import('socket.io-client')
  return io(NAMESPACE, {
    auth: (give) => give({ game, seq: seq() } satisfies Handshake),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionAttempts: ATTEMPTS,
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000
  })
}

/** Reports where the connection stands; a busy server is tried again, a refusal is final. */
function follow(socket: GameSocket, report: (connection: Connection) => void): void {
  socket.on('connect', () => report('live'))
  socket.on('disconnect', (reason) => {
    report('reconnecting')
    // The server cut the connection, such as after a change of role: ask again as who we are now.
    if (reason === 'io server disconnect') socket.connect()
  })
  socket.on('connect_error', ({ message }) => {
    report(FINAL.has(message) ? 'offline' : 'reconnecting')
    if (!socket.active && !FINAL.has(message)) setTimeout(() => socket.connect(), BUSY_DELAY)
  })
  socket.io.on('reconnect_failed', () => report('offline'))
}

/** The live messages of a game (scoring/gateway/contract.ts). The client's code is fetched when the island wakes. */
export function useGameSocket({ game, seq, on }: GameSocketOptions) {
  const [connection, setConnection] = useState<Connection>('reconnecting')
  const socket = useRef<GameSocket | null>(null)
  const latest = useRef({ seq, on })
  latest.current = { seq, on }

  useEffect(() => {
    if (game === null) return
    let closed = false
    const listen = (made: GameSocket) => {
      if (closed) return made.close()
      socket.current = made
      follow(made, setConnection)
      made.on('hello', (message) => latest.current.on.hello?.(message))
      made.on('delta', (message) => latest.current.on.delta?.(message))
      made.on('resync', (message) => latest.current.on.resync?.(message))
      made.on('notice', (message) => latest.current.on.notice?.(message))
      made.on('verdict', (message) => latest.current.on.verdict?.(message))
    }
    connect({ game, seq: () => latest.current.seq?.() }).then(listen, () => setConnection('offline'))
    return () => {
      closed = true
      socket.current?.close()
      socket.current = null
    }
  }, [game])

  const retry = () => {
    setConnection('reconnecting')
    // Without a socket not even its code could be fetched.
    if (socket.current) socket.current.connect()
    else location.reload()
  }
  return { connection, retry }
}
