import type { IncomingMessage } from 'node:http'
import type { Namespace, Server, Socket } from 'socket.io'
import type { ServerMessages } from './contract'

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

/** Answers who is behind a request, and what they may watch. */
export interface Doors {
  viewer(req: IncomingMessage): Promise<Viewer>
  mayWatch(req: IncomingMessage, game: number): Promise<boolean>
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

/** Whether a socket may stay as it is. */
export async function stillWelcome(socket: GameSocket, doors: Doors): Promise<boolean> {
  const { viewer, game } = socket.data
  const now = await doors.viewer(socket.request)
  const same = now.userId === viewer.userId && now.sessionId === viewer.sessionId && now.role === viewer.role
  return same && (await doors.mayWatch(socket.request, game))
}
