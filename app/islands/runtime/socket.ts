import { useEffect, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { ADMIN_NAMESPACE, GAME_NAMESPACE, MONITOR_NAMESPACE } from '~/scoring/gateway/constants'
import type {
  AdminHandshake,
  AdminMessages,
  Handshake,
  MonitorHandshake,
  MonitorMessages,
  Refusal,
  ServerMessages
} from '~/scoring/gateway/contract'
import type { Delta } from '~/scoring/rules/contract'
import type { NoticeView } from '~/server/notices/contract'
import { arrived } from '../scripts/notices/arrivals'
import { followOwnEnd, followTimes } from './game-times'

/** Milliseconds until the bell may ask, after what the page itself needs. */
const SETTLED_MS = 1500

/** Fetches the script of the bell where there is one; without it the bell is a link. */
function loadBells(): void {
  if (!document.querySelector('a[data-bell]')) return
  const load = () => import('../scripts/notices/bell').then(({ startBells }) => startBells())
  setTimeout(() => void load().catch(() => {}), SETTLED_MS)
}

/** live: up to date; reconnecting: maybe old; offline: refused, or away for long; `retry` tries at once. */
export type Connection = 'live' | 'reconnecting' | 'offline'

interface GameSocketOptions {
  game: number | null
  /** Ledger entry of the shown board, read at each connection. Absent: no board, no replay. */
  seq?(): number
  /** Receives only notices and the own standing. */
  newsOnly?: boolean
  /** Called with the newest closures; may change at every render. */
  on: GameListeners
}

export type GameListeners = Partial<
  Omit<ServerMessages, 'notices'> & { delta(delta: Delta): void; notice(notice: NoticeView): void }
>

interface MonitorSocketOptions {
  game: number | null
  after(): string
  on: Partial<MonitorMessages>
}

interface AdminSocketOptions {
  wanted: boolean
  /** Id of the newest known event, read at each connection. */
  after(): number
  on: Partial<AdminMessages>
}

/** Failed tries until offline is shown, about two minutes; tries go on. */
const OFFLINE_AFTER_FAILURES = 20
/** Milliseconds of silence after which nothing counts as live; the server pings every six seconds. */
const SILENT = 12_000
const BUSY_DELAY_MS = 3000

/** Refusals that a retry does not change. */
const FINAL: ReadonlySet<string> = new Set<Refusal>(['handshake.invalid', 'auth.forbidden', 'game.not_found'])

async function connect(namespace: string, auth: () => object): Promise<Socket> {
  const { io } = await import('socket.io-client')
  return io(namespace, {
    auth: (give) => give(auth()),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000
  })
}

/** Retries while the server is busy; a refusal is final. @returns a function that stops it */
function follow(socket: Socket, report: (connection: Connection) => void, hear: () => void): () => void {
  let failures = 0
  let heardAt = Date.now()
  let again: ReturnType<typeof setTimeout> | undefined
  const note = () => {
    heardAt = Date.now()
    hear()
  }
  socket.on('connect', () => {
    failures = 0
    note()
    report('live')
  })
  socket.onAny(note)
  socket.io.on('ping', note)
  // Going offline may leave the connection open: only a new one shows whether the server is reachable.
  const offline = () => socket.connected && socket.io.engine.close()
  // The delay between attempts may have grown to seconds while offline.
  const online = () => socket.disconnected && socket.disconnect().connect()
  const watch = setInterval(() => {
    if (socket.connected && Date.now() - heardAt >= SILENT) socket.disconnect().connect()
  }, 1000)
  addEventListener('offline', offline)
  addEventListener('online', online)
  socket.on('disconnect', (reason) => {
    report('reconnecting')
    // The server closed the connection, such as after a change of role: reconnect with the present session.
    if (reason === 'io server disconnect') socket.connect()
  })
  socket.on('connect_error', ({ message }) => {
    failures++
    report(FINAL.has(message) || failures > OFFLINE_AFTER_FAILURES ? 'offline' : 'reconnecting')
    if (!socket.active && !FINAL.has(message)) again = setTimeout(() => socket.connect(), BUSY_DELAY_MS)
  })
  return () => {
    clearInterval(watch)
    clearTimeout(again)
    removeEventListener('offline', offline)
    removeEventListener('online', online)
    socket.io.off('ping', note)
  }
}

type Listeners = Partial<Record<string, (message: never) => void>>

/** A socket of a namespace while `wanted`. Loads the code on first use. */
function useSocket(namespace: string, wanted: boolean, auth: () => object, on: Listeners) {
  const [connection, setConnection] = useState<Connection>('reconnecting')
  const socket = useRef<Socket | null>(null)
  const heardAt = useRef<number | null>(null)
  const latest = useRef({ auth, on })
  latest.current = { auth, on }

  useEffect(() => {
    if (!wanted) return
    loadBells()
    let closed = false
    let leave = () => {}
    const listen = (made: Socket) => {
      if (closed) return void made.close()
      socket.current = made
      leave = follow(made, setConnection, () => {
        heardAt.current = Date.now()
      })
      made.onAny((name: string, message: unknown) => latest.current.on[name]?.(message as never))
    }
    connect(namespace, () => latest.current.auth()).then(listen, () => setConnection('offline'))
    return () => {
      closed = true
      leave()
      socket.current?.close()
      socket.current = null
    }
  }, [namespace, wanted])

  const retry = () => {
    setConnection('reconnecting')
    // Without a socket, its code could not be loaded.
    if (socket.current) socket.current.disconnect().connect()
    else location.reload()
  }
  return { connection, retry, heardAt }
}

/** Live messages of a game (scoring/gateway/contract.ts). The bell counts its notices too. */
export function useGameSocket({ game, seq, newsOnly, on }: GameSocketOptions) {
  const hear = (notices: readonly NoticeView[]) => {
    if (game === null || notices.length === 0) return
    const ids = notices.map(({ id }) => id)
    arrived(game, ids)
    for (const notice of notices) on.notice?.(notice)
  }
  const socket = useSocket(
    GAME_NAMESPACE,
    game !== null,
    () => ({ game: game ?? 0, seq: seq?.(), newsOnly }) satisfies Handshake,
    {
      times: followTimes,
      ...on,
      standing(standing) {
        followOwnEnd(standing)
        on.standing?.(standing)
      },
      delta({ notices = [], ...delta }) {
        on.delta?.(delta)
        hear(notices)
      },
      notices: hear
    } satisfies Partial<ServerMessages> as Listeners
  )
  const { connection } = socket
  useEffect(() => {
    if (game !== null && connection === 'live') arrived(game, [])
  }, [game, connection])
  return socket
}

export const useMonitorSocket = ({ game, after, on }: MonitorSocketOptions) =>
  useSocket(
    MONITOR_NAMESPACE,
    game !== null,
    () => ({ game: game ?? 0, after: after() }) satisfies MonitorHandshake,
    on as Listeners
  )

export const useAdminSocket = ({ wanted, after, on }: AdminSocketOptions) =>
  useSocket(ADMIN_NAMESPACE, wanted, () => ({ after: after() }) satisfies AdminHandshake, on as Listeners)
