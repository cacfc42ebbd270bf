import type { IncomingMessage } from 'node:http'
import type { Namespace, Server, Socket } from 'socket.io'
import type { ParticipationStatus } from '~/server/games/contract'
import type { Logs } from '~/server/logs'
import type { LogMessage, LogView } from '~/server/logs/contract'
import type { Monitoring } from '~/server/monitoring'
import type { Cursor } from '~/server/monitoring/contract'
import type {
  AdminMessages,
  ContractMessages,
  GameTimesHint,
  MonitorMessages,
  Refusal,
  ServerMessages
} from './contract'

/** Clients send nothing, and processes do not talk through Socket.IO. */
type Nothing = Record<string, never>
type Wording = (event: LogView) => LogMessage
type Messages = ServerMessages & MonitorMessages & AdminMessages & ContractMessages

/** Read again whenever sessions or games change. */
export interface Viewer {
  userId: string | null
  sessionId: string | null
  role: string
}

export interface OwnStanding {
  /** Null without a registration. */
  participationId: number | null
  status: ParticipationStatus
  division: string | null
  end: number | null
  unread: number
}

export interface SocketData {
  viewer: Viewer
  /** 0 in `/admin`. */
  game: number
  seq: number | undefined
  newsOnly?: boolean
  early?: boolean
  /** How far it got in the news of its game; absent until it is admitted. */
  sentTo?: number
  /** The standing that it was last sent; null for visitors. */
  standing?: OwnStanding | null
  /** Wants single rows by the names of the contract. */
  rows?: boolean
  after?: Cursor
  afterEvent?: number
  wording?: Wording
}

export type GameServer = Server<Nothing, Messages, Nothing, SocketData>
export type GameNamespace = Namespace<Nothing, Messages, Nothing, SocketData>
export type GameSocket = Socket<Nothing, Messages, Nothing, SocketData>

export type MonitorFeed = Pick<Monitoring, 'head' | 'since'>
export type LogFeed = Pick<Logs, 'head' | 'since'>

/** The account behind a request, and what it may watch. Refusals are null if it may. */
export interface Access {
  viewer(req: IncomingMessage): Promise<Viewer>
  refusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  staffRefusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** Unix milliseconds; null when the game does not exist. */
  times(game: number): Promise<Omit<GameTimesHint, 'game'> | null>
  standing(req: IncomingMessage, game: number): Promise<OwnStanding | null>
  feed: MonitorFeed
  adminRefusal(req: IncomingMessage): Promise<Refusal | null>
  logs: LogFeed
  wording(req: IncomingMessage): Promise<Wording>
  /** The sentence of an error code. In the language of the request, like `wording`. */
  sentence(req: IncomingMessage, code: string): Promise<string>
}

export const gameRoom = (game: number): string => `game:${game}`
/** Sockets in the game's room that want single rows. */
export const rowsRoom = (game: number): string => `rows:${game}`
/** Sockets that get notices and no board. */
export const newsRoom = (game: number): string => `news:${game}`
/** Sockets that wait for the start. */
export const earlyRoom = (game: number): string => `early:${game}`

/** The rooms whose sockets are checked again when a cache tag changes; a game has three. */
export const roomsOfTag = (tag: string): string[] =>
  tag.startsWith('game:') ? [tag, tag.replace('game', 'news'), tag.replace('game', 'early')] : [tag]
export const participationRoom = (id: number): string => `participation:${id}`
export const userRoom = (user: string): string => `user:${user}`

/** Rooms have the names of cache tags, so that a changed tag leads to the sockets to recheck. */
export function roomsOf({ viewer }: SocketData): string[] {
  const rooms = viewer.userId ? [userRoom(viewer.userId)] : []
  if (viewer.sessionId) rooms.push(`session:${viewer.sessionId}`)
  return rooms
}

/** The rooms of one game that a socket joins, by what it wants to hear. */
export function gameRoomsOf({ game, rows, newsOnly, early }: SocketData): string[] {
  if (newsOnly) return [early ? earlyRoom(game) : newsRoom(game)]
  return rows ? [gameRoom(game), rowsRoom(game)] : [gameRoom(game)]
}
