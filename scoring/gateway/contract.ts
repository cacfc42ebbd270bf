import type { CeremonyMessage } from '~/server/freeze/ceremony/contract'
import type { ParticipationStatus } from '~/server/games/contract'
import type { InstanceState } from '~/server/instances/contract'
import type { LogMessage, LogView } from '~/server/logs/contract'
import type { GameEventView, SubmissionView } from '~/server/monitoring/contract'
import type { NoticeView } from '~/server/notices/contract'
import type { AnswerResult } from '~/server/submissions/contract'
import type { Delta } from '../rules/contract'

export { ADMIN_NAMESPACE, GAME_NAMESPACE, MONITOR_NAMESPACE } from './constants'

/**
 * What a client says when it connects, as Socket.IO `auth`; or in the query, as clients of the contract do, who then
 * hear `ContractMessages` too.
 */
export interface Handshake {
  game: number
  /** Ledger entry its board includes; absent = it has no board and wants none of what was before. */
  seq?: number
  /**
   * Wants notices and its own standing alone, nothing of the board; may come before the start, and hears notices from
   * the connection on that finds the game started.
   */
  newsOnly?: boolean
}

/** How the reader stands in the game; to the members of the participation only. */
export interface StandingHint {
  game: number
  /** Null without a registration. */
  participationId: number | null
  status: ParticipationStatus
  division: string | null
  /** Messages of the organisers that nobody of the team has opened. */
  unread: number
}

/** When a game begins and ends, in Unix milliseconds; to everybody who watches it, after `hello` and when that changed. */
export interface GameTimesHint {
  game: number
  start: number
  end: number
  /** When the last pause ended or ends; 0 before the first. */
  pausedUntil: number
}

/** A verdict, to the submitter's own sockets. CheatDetected is shown as WrongAnswer. */
export interface Verdict {
  /** Submission. */
  id: number
  game: number
  challenge: number
  status: AnswerResult
}

/** An instance of the own team changed; a hint: how it stands is asked for. */
export interface InstanceHint {
  game: number
  challenge: number
  state: InstanceState
}

/** Where the own team stands in the queue for an instance. */
export interface QueueHint {
  game: number
  challenge: number
  /** From 1. */
  place: number
  total: number
  /** Seconds until it starts; null when nobody can say. */
  estimate: number | null
}

/** Everything the server sends in `/game`. Clients send nothing. */
export interface ServerMessages {
  /** The client is in; `seq` is the board's version as the gateway knows it. What the client lacks follows. */
  hello(message: { seq: number }): void
  /**
   * The board moved; see `applyDelta`. A delta whose `from` is beyond the client's board means: fetch it anew. Notices
   * that are sent at the same time travel with it, so that each viewer costs one message.
   */
  delta(message: Delta & { notices?: NoticeView[] }): void
  /**
   * The client's board cannot be updated by deltas: fetch it anew. While Redis is away the fetched
   * board can be older than `seq`; fetch again later, with growing delay.
   */
  resync(message: { seq: number }): void
  /** Names on the board changed, which no delta tells: fetch it once, not all at the same moment. */
  renamed(): void
  /** Notices without a delta, oldest first; also to those who follow no board. */
  notices(messages: NoticeView[]): void
  times(message: GameTimesHint): void
  verdict(message: Verdict): void
  /** A step of the reveal, or its end without one (`scene` null); older versions may come late. */
  ceremony(message: CeremonyMessage): void
  /** After `hello`, and whenever it changes; to those who are logged in. */
  standing(message: StandingHint): void
  /** To members of the team only, as `queue`. */
  instance(message: InstanceHint): void
  queue(message: QueueHint): void
}

/** What a client says when it connects to `/monitor`. */
export interface MonitorHandshake {
  game: number
  /** `cursor` of the last news or of the page it shows; absent = it wants none of what was before. */
  after?: string
}

/** What was judged and what happened, in order; rows that are known may be taken as they are now. */
export interface MonitorNews {
  /** Where this leads; opaque. */
  cursor: string
  submissions: SubmissionView[]
  /** Judged submissions are events, too. */
  events: GameEventView[]
}

/** Everything the server sends in `/monitor`. Clients send nothing. */
export interface MonitorMessages {
  /** The first one, which may be empty, says that the client is in. */
  news(message: MonitorNews): void
  /** The client missed too much: fetch the lists anew. */
  refetch(): void
}

/** News by the names of the contract, one row a message (docs/rules/wire.md#sockets). */
export interface ContractMessages {
  /** In `/game`. */
  ReceivedGameNotice(message: NoticeView): void
  /** In `/monitor`. */
  ReceivedGameEvent(message: GameEventView): void
  /** In `/monitor`: one submission, despite the plural. */
  ReceivedSubmissions(message: SubmissionView): void
  /** In `/admin`, in the language of the client's request. */
  ReceivedLog(message: LogMessage): void
}

/** What a client says when it connects to `/admin`; who says nothing, as clients of the contract, hears `ReceivedLog` too. */
export interface AdminHandshake {
  /** Id of the last event it knows; absent = it wants none of what was before. */
  after?: number
}

/** Events of the log in the order they were stored, and the id of the last one that was looked at. */
export interface LogNews {
  head: number
  events: LogView[]
}

/** Everything the server sends in `/admin`. */
export interface AdminMessages {
  /** The first one, which may be empty, says that the client is in. */
  logs(message: LogNews): void
  /** The client missed too much: fetch the list anew. */
  refetch(): void
}

/** Reasons of a refused connection, as `message` of the client's `connect_error`. */
export type Refusal =
  | 'handshake.invalid'
  | 'auth.forbidden'
  | 'game.not_found'
  | 'game.not_started'
  | 'server.busy'
