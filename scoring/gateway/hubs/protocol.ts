import { z } from 'zod'

export const RECORD_END = '\u001e'

/** Most bytes of a record, frame or body of a client, which sends only its handshake and pings. */
export const MAX_RECORD_BYTES = 16_384

const record = (message: object): string => JSON.stringify(message) + RECORD_END

export const HANDSHAKE_REPLY = record({})
export const PING = record({ type: 6 })

export const handshakeError = (error: string): string => record({ error })

/** Calls a method of the client. `args`: JSON without the brackets. */
export const encodeInvocation = (target: string, args: string): string =>
  `{"type":1,"target":${JSON.stringify(target)},"arguments":[${args}]}${RECORD_END}`

/** The message that closes a connection. With `again` the client may reconnect by itself. */
export const encodeClose = (error: string | null, { allowReconnect }: { allowReconnect: boolean }): string =>
  record({ type: 7, ...(error !== null && { error }), ...(allowReconnect && { allowReconnect: true }) })

/** Hubs have no methods that clients could call. */
export const noSuchMethod = (invocationId: string): string =>
  record({ type: 3, invocationId, error: 'There is no such method.' })

export class Records {
  #rest = ''

  /** Complete records without their ends; null when one is too long. */
  take(text: string): string[] | null {
    const parts = (this.#rest + text).split(RECORD_END)
    this.#rest = parts.pop()!
    return [...parts, this.#rest].some(({ length }) => length > MAX_RECORD_BYTES) ? null : parts
  }
}

const handshake = z.object({ protocol: z.string(), version: z.number() })

/** Null for a valid handshake. */
export function handshakeFault(text: string): string | null {
  const { data } = handshake.safeParse(parsed(text))
  if (!data) return 'The first message must be a handshake.'
  if (data.protocol !== 'json') return 'Only the protocol json is available.'
  return data.version === 1 ? null : 'Only version 1 of the protocol is available.'
}

const message = z.object({ type: z.int(), invocationId: z.string().nullish() })

type ClientRecord = { kind: 'close' } | { kind: 'call'; id: string } | { kind: 'nothing' }

const CALLS = [1, 4]
const CLOSE = 7

/** One record without its separator; null for what is no message of SignalR. */
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
