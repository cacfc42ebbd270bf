import type { NoticeView } from '~/server/notices/contract'
import type { Step } from '../board/game-board'
import type { TeamSolve, Verdict } from './contract'

export interface LiveMessage {
  game: number
  /** `events` null: viewers fetch the board. */
  step: Step | null
  renamed?: boolean
  notices: NoticeView[]
  verdicts: (Verdict & { user: string })[]
  /** `user` solved it, and knows. */
  solves?: (TeamSolve & { participation: number; user: string | null })[]
}

/** The part of a message that is known before parsing. */
export interface Envelope {
  /** The process that sent it; its own sockets have the message. */
  origin: string
  game: number
  /** Ledger entry at the end of the step; 0 without a step. */
  to: number
  open(): LiveMessage
}

/** `origin game to json` */
export const encodeLive = (origin: string, message: LiveMessage): string =>
  `${origin} ${message.game} ${message.step?.to ?? 0} ${JSON.stringify(message)}`

/** The message itself is parsed only when somebody calls `open`. */
export function decodeLive(text: string): Envelope {
  const body = text.indexOf('{')
  const [origin = '', game, to] = text.slice(0, body).split(' ')
  return {
    origin,
    game: Number(game),
    to: Number(to),
    open: () => JSON.parse(text.slice(body)) as LiveMessage
  }
}
