import type { NoticeView } from '~/server/notices/contract'
import type { Step } from '../board/game-board'
import type { Verdict } from './contract'

/** Something that happened in a game, for the sockets of every gateway. */
export interface LiveMessage {
  game: number
  /** The board moved; `events` null = viewers fetch it anew. */
  step: Step | null
  /** The stored board shows other names than before. */
  renamed?: boolean
  notices: NoticeView[]
  /** With the user each is for. */
  verdicts: (Verdict & { user: string })[]
}

/** Of the message, as far as can be told without reading it. */
export interface Envelope {
  /** The process it comes from; its own sockets have been told. */
  origin: string
  game: number
  /** Ledger entry the step leads to; 0 without a step. */
  to: number
  open(): LiveMessage
}

/** `origin game to json` */
export const encodeLive = (origin: string, message: LiveMessage): string =>
  `${origin} ${message.game} ${message.step?.to ?? 0} ${JSON.stringify(message)}`

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
