import type { IncomingMessage } from 'node:http'
import type { Namespace, Server, Socket } from 'socket.io'
import type { Cursor } from '~/server/monitoring/contract'
import type { MonitorMessages, Refusal, ServerMessages } from './contract'
import type { MonitorFeed } from './monitors'

/** Clients send nothing, and processes do not talk through Socket.IO. */
type Nothing = Record<string, never>
/** Of all namespaces, since a server has one type for them. */
type Messages = ServerMessages & MonitorMessages

/** Who a connection belongs to; asked again whenever sessions or games change. */
export interface Viewer {
  /** Null for a visitor, like the session. */
  userId: string | null
  sessionId: string | null
  role: string
}

export interface SocketData {
  viewer: Viewer
  game: number
  seq: number | undefined
  /** How far a socket of staff has read. */
  after?: Cursor
}

export type GameServer = Server<Nothing, Messages, Nothing, SocketData>
export type GameNamespace = Namespace<Nothing, Messages, Nothing, SocketData>
export type GameSocket = Socket<Nothing, Messages, Nothing, SocketData>

/** Answers who is behind a request, and whether they may watch a game. */
export interface Doors {
  viewer(req: IncomingMessage): Promise<Viewer>
  /** Null when they may. */
  refusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** The same for what only staff may watch. */
  staffRefusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** What staff is told. */
  feed: MonitorFeed
}

export const gameRoom = (game: number): string => `game:${game}`
export const userRoom = (user: string): string => `user:${user}`

/** Rooms are named like the tags of caches: whatever empties a cache finds the sockets it concerns. */
export function roomsOf({ viewer, game }: SocketData): string[] {
  const rooms = [gameRoom(game)]
  if (viewer.userId) rooms.push(userRoom(viewer.userId))
  if (viewer.sessionId) rooms.push(`session:${viewer.sessionId}`)
  return rooms
}
