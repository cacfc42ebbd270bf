import type { CeremonyMessage } from '~/server/freeze/ceremony/contract'
import type { ParticipationStatus } from '~/server/games/contract'
import type { InstanceState } from '~/server/instances/contract'
import type { LogMessage, LogView } from '~/server/logs/contract'
import type { GameEventView, SubmissionView } from '~/server/monitoring/contract'
import type { NoticeView } from '~/server/notices/contract'
import type { AnswerResult } from '~/server/submissions/contract'
import type { SolveKind } from '../rules/bonus'
import type { Delta } from '../rules/contract'

export { ADMIN_NAMESPACE, GAME_NAMESPACE, MONITOR_NAMESPACE } from './constants'

/** Sent as Socket.IO `auth`; clients of the contract use the query, and get `ContractMessages` too. */
export interface Handshake {
  game: number
  /** Ledger entry of its board; absent: it has no board and wants no earlier deltas. */
  seq?: number
  /** Wants notices and its standing, no board. May connect before the start, and reconnects then. */
  newsOnly?: boolean
}

/** Sent to members of the participation; `participationId` is null without a registration. */
export interface StandingHint {
  game: number
  participationId: number | null
  status: ParticipationStatus
  division: string | null
  /** The end of the game for the team; null without one. Unix milliseconds. */
  end: number | null
  /** Messages of the organisers that no member of the team has opened. */
  unread: number
}

/** Unix milliseconds; to viewers after `hello` and after each change. */
export interface GameTimesHint {
  game: number
  start: number
  /** The last end that everybody is told. */
  end: number
  /** The regular end, then the later ones of divisions in order of their names. */
  ends: number[]
  /** End of the last pause; 0 before the first. */
  pausedUntil: number
  /** When the board freezes or froze, until the reveal; 0 without a freeze. */
  freeze: number
}

/** Sent to the submitter's own sockets. CheatDetected is shown as WrongAnswer. */
export interface Verdict {
  id: number
  game: number
  challenge: number
  status: AnswerResult
}

/** Sent to the sockets of a participation's other members, for solves that the board shows. */
export interface TeamSolve {
  game: number
  challenge: number
  title: string
  /** Null for a deleted account. */
  userName: string | null
  type: SolveKind
  /** Points with the bonus, at the time of the solve. */
  points: number
}

/** A hint: the client then requests the instance. */
export interface InstanceHint {
  game: number
  challenge: number
  state: InstanceState
}

/** `place` counts from 1; `estimate`: seconds until the start, null when unknown. */
export interface QueueHint {
  game: number
  challenge: number
  place: number
  total: number
  estimate: number | null
}

export interface ServerMessages {
  /** The client is admitted; `seq` is the gateway's version. The missing deltas follow. */
  hello(message: { seq: number }): void
  /** See `applyDelta`; a client whose board ends before `from` fetches it. Carries notices of the same time. */
  delta(message: Delta & { notices?: NoticeView[] }): void
  /** Fetch the board. While Redis is away it may be older than `seq`: fetch again, with growing delay. */
  resync(message: { seq: number }): void
  /** Names on the board changed: fetch it once, not all clients at the same moment. */
  renamed(): void
  /** Notices without a delta, oldest first; also to clients without a board. */
  notices(messages: NoticeView[]): void
  times(message: GameTimesHint): void
  verdict(message: Verdict): void
  /** `scene` null: the end of the ceremony. Older versions may come late. */
  ceremony(message: CeremonyMessage): void
  /** Sent to clients that are logged in, after `hello` and after each change. */
  standing(message: StandingHint): void
  teamSolve(message: TeamSolve): void
  /** To members of a participation: who works on what has changed; the client then requests it. */
  claims(message: { game: number }): void
  instance(message: InstanceHint): void
  queue(message: QueueHint): void
}

export interface MonitorHandshake {
  game: number
  /** `cursor` of the last news or of the page; absent: wants no earlier rows. */
  after?: string
}

/** Judged submissions and events, in order; `cursor` is opaque. Known rows may come again, as they are now. */
export interface MonitorNews {
  cursor: string
  submissions: SubmissionView[]
  events: GameEventView[]
}

export interface MonitorMessages {
  /** The first one, which may be empty, confirms that the client is admitted. */
  news(message: MonitorNews): void
  /** The client missed too much: fetch the lists. */
  refetch(): void
}

/** News by the names of the contract, one row a message (docs/rules/wire.md#sockets). */
export interface ContractMessages {
  ReceivedGameNotice(message: NoticeView): void
  ReceivedGameEvent(message: GameEventView): void
  /** Contains one submission, despite the plural. */
  ReceivedSubmissions(message: SubmissionView): void
  /** A log message in the language of the request. */
  ReceivedLog(message: LogMessage): void
}

/** A client that sends nothing, like those of the contract, gets `ReceivedLog` too. */
export interface AdminHandshake {
  /** Last event that it knows; absent: wants no earlier events. */
  after?: number
}

/** Events in stored order; `head`: id of the last one that was read. */
export interface LogNews {
  head: number
  events: LogView[]
}

/** Sent by the server in `/admin`, like `MonitorMessages`. */
export interface AdminMessages {
  logs(message: LogNews): void
  refetch(): void
}

/** Sent as `message` of the client's `connect_error`. */
export type Refusal =
  | 'handshake.invalid'
  | 'auth.forbidden'
  | 'game.not_found'
  | 'game.not_started'
  | 'server.busy'
