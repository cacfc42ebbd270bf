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

/** Where somebody stands in a game. */
export interface OwnStanding {
  /** Null without a registration. */
  participationId: number | null
  status: ParticipationStatus
  division: string | null
  unread: number
}

export interface SocketData {
  viewer: Viewer
  /** 0 where no game is meant. */
  game: number
  seq: number | undefined
  /** Wants notices and its own standing, and no board. */
  newsOnly?: boolean
  /** The game had not started when it came. */
  early?: boolean
  /** What it was told last; null for visitors. */
  standing?: OwnStanding | null
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

/** Reads what happened in a game, from Postgres. */
export type MonitorFeed = Pick<Monitoring, 'head' | 'since'>
/** Reads the events of the log, from Postgres. */
export type LogFeed = Pick<Logs, 'head' | 'since'>

/** Finds who is behind a request, and whether they may watch a game. */
export interface Access {
  viewer(req: IncomingMessage): Promise<Viewer>
  /** Null when they may. */
  refusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** The same for what only staff may watch. */
  staffRefusal(req: IncomingMessage, game: number): Promise<Refusal | null>
  /** Start and end of a game in Unix milliseconds; null when there is none. */
  times(game: number): Promise<Omit<GameTimesHint, 'game'> | null>
  /** Where whoever asks stands in a game; null for visitors. */
  standing(req: IncomingMessage, game: number): Promise<OwnStanding | null>
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
/** Of those who hear the game's notices and nothing of its board. */
export const newsRoom = (game: number): string => `news:${game}`
/** Of those who wait for its start. */
export const earlyRoom = (game: number): string => `early:${game}`
/** Rooms of sockets that a change of this tag is about. */
export const roomsOfTag = (tag: string): string[] =>
  tag.startsWith('game:') ? [tag, tag.replace('game', 'news'), tag.replace('game', 'early')] : [tag]
/** Of the members of a participation, named like the tag of caches. */
export const participationRoom = (id: number): string => `participation:${id}`
export const userRoom = (user: string): string => `user:${user}`

/** Rooms are named like the tags of caches, so that a changed tag leads to the sockets to recheck. */
export function roomsOf({ viewer }: SocketData): string[] {
  const rooms = viewer.userId ? [userRoom(viewer.userId)] : []
  if (viewer.sessionId) rooms.push(`session:${viewer.sessionId}`)
  return rooms
}

/** Rooms that receive the messages of its game. */
export function gameRoomsOf({ game, rows, newsOnly, early }: SocketData): string[] {
  if (newsOnly) return [early ? earlyRoom(game) : newsRoom(game)]
  return rows ? [gameRoom(game), rowsRoom(game)] : [gameRoom(game)]
}
