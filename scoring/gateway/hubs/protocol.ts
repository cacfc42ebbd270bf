import { z } from 'zod'

/** Ends every record of the hub protocol. */
export const RECORD_END = '\u001e'

/** The longest record, frame or body that a client may send, in bytes: it has nothing to say but its handshake and pings. */
export const LONGEST = 16_384

const record = (message: object): string => JSON.stringify(message) + RECORD_END

/** Answers a handshake: the client may begin. */
export const WELCOME = record({})
export const PING = record({ type: 6 })

/** Answers a handshake that is not understood; the connection ends. */
export const unwelcome = (error: string): string => record({ error })

/** Calls a method of the client. `args`: its arguments as JSON, without the brackets around them. */
export const invocation = (target: string, args: string): string =>
  `{"type":1,"target":${JSON.stringify(target)},"arguments":[${args}]}${RECORD_END}`

/** Says that the connection ends: with an error, or so that the client may come again by itself. */
export const closing = (error: string | null, again: boolean): string =>
  record({ type: 7, ...(error !== null && { error }), ...(again && { allowReconnect: true }) })

/** Answers a call of the client: there is nothing to call. */
export const noSuchMethod = (invocationId: string): string =>
  record({ type: 3, invocationId, error: 'There is no such method.' })

/** Cuts what arrives in pieces into records. */
export class Records {
  #rest = ''

  /** Records that are complete now, without their ends; null when one is too long. */
  take(text: string): string[] | null {
    const parts = (this.#rest + text).split(RECORD_END)
    this.#rest = parts.pop()!
    return [...parts, this.#rest].some(({ length }) => length > LONGEST) ? null : parts
  }
}

const handshake = z.object({ protocol: z.string(), version: z.number() })

/** Why the first record is no handshake that can be answered; null when it is one. */
export function handshakeFault(text: string): string | null {
  const { data } = handshake.safeParse(parsed(text))
  if (!data) return 'The first message must be a handshake.'
  if (data.protocol !== 'json') return 'Only the protocol json is available.'
  return data.version === 1 ? null : 'Only version 1 of the protocol is available.'
}

const message = z.object({ type: z.int(), invocationId: z.string().nullish() })

/** What a client sends after its handshake. */
export type ClientRecord =
  | { kind: 'close' }
  /** Wants an answer. */
  | { kind: 'call'; id: string }
  /** A ping, or what needs no answer. */
  | { kind: 'nothing' }

const CALLS = [1, 4]
const CLOSE = 7

/** Reads a record; null for what is no message. */
export function readRecord(text: string): ClientRecord | null {
  const { data } = message.safeParse(parsed(text))
  if (!data) return null
  if (data.type === CLOSE) return { kind: 'close' }
  return CALLS.includes(data.type) && data.invocationId
    ? { kind: 'call', id: data.invocationId }
    : { kind: 'nothing' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
