import type { IncomingMessage } from 'node:http'
import type { Namespace, Server, Socket } from 'socket.io'
import type { LogMessage, LogView } from '~/server/logs/contract'
import type { Cursor } from '~/server/monitoring/contract'
import type { AdminMessages, ContractMessages, MonitorMessages, Refusal, ServerMessages } from './contract'
import type { LogFeed } from './log-viewers'
import type { MonitorFeed } from './monitors'

/** Clients send nothing, and processes do not talk through Socket.IO. */
type Nothing = Record<string, never>
/** Puts an event of the log into words. */
export type Wording = (event: LogView) => LogMessage
/** Of all namespaces, since a server has one type for them. */
type Messages = ServerMessages & MonitorMessages & AdminMessages & ContractMessages

/** Whose connection it is; read again whenever sessions or games change. */
export interface Viewer {
  /** Null for a visitor, like the session. */
  userId: string | null
  sessionId: string | null
  role: string
}

export interface SocketData {
  viewer: Viewer
  /** 0 where no game is meant. */
  game: number
  seq: number | undefined
  /** Wants every row by the name of the contract. */
  rows?: boolean
  /** How far a socket of staff has read. */
  after?: Cursor
  /** How far a socket of an administrator has read the log. */
  afterEvent?: number
  /** Present when it wants every event by the name of the contract. */
  wording?: Wording
}

export type GameServer = Server<Nothing, Messages, Nothing, SocketData>
export type GameNamespace = Namespace<Nothing, Messages, Nothing, SocketData>
export type GameSocket = Socket<Nothing, Messages, Nothing, SocketData>

/** Answers who is behind a request, and whether they may watch a game. */
export interface Access {
  viewer(req: IncomingMessage): Promise<Viewer>
  /** Null when they may. */
  refusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** The same for what only staff may watch. */
  staffRefusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** Rows that are pushed to staff. */
  feed: MonitorFeed
  /** Null for administrators. */
  adminRefusal(req: IncomingMessage): Promise<Refusal | null>
  /** Events that are pushed to administrators. */
  logs: LogFeed
  /** In the language of the request. */
  wording(req: IncomingMessage): Promise<Wording>
  /** The sentence of an error's code, in the language of the request. */
  sentence(req: IncomingMessage, code: string): Promise<string>
}

export const gameRoom = (game: number): string => `game:${game}`
/** Of those in the game's room that want every row by itself. */
export const rowsRoom = (game: number): string => `rows:${game}`
export const userRoom = (user: string): string => `user:${user}`

/** Rooms are named like the tags of caches, so that a changed tag leads to the sockets to recheck. */
export function roomsOf({ viewer }: SocketData): string[] {
  const rooms = viewer.userId ? [userRoom(viewer.userId)] : []
  if (viewer.sessionId) rooms.push(`session:${viewer.sessionId}`)
  return rooms
}

/** Rooms that receive the messages of its game. */
export const gameRoomsOf = ({ game, rows }: SocketData): string[] =>
  rows ? [gameRoom(game), rowsRoom(game)] : [gameRoom(game)]
