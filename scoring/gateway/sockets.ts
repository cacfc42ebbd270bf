import type { IncomingMessage } from 'node:http'
import type { Namespace, Server, Socket } from 'socket.io'
import type { Refusal, ServerMessages } from './contract'

/** Clients send nothing, and processes do not talk through Socket.IO. */
type Nothing = Record<string, never>

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
}

export type GameServer = Server<Nothing, ServerMessages, Nothing, SocketData>
export type GameNamespace = Namespace<Nothing, ServerMessages, Nothing, SocketData>
export type GameSocket = Socket<Nothing, ServerMessages, Nothing, SocketData>

/** Answers who is behind a request, and whether they may watch a game. */
export interface Doors {
  viewer(req: IncomingMessage): Promise<Viewer>
  /** Null when they may. */
  refusal(req: IncomingMessage, game: number): Promise<Refusal | null>
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
