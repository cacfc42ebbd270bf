import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type DockerModem from 'docker-modem'
import { type Credentials, EngineError } from '../engine'
import { createDialer, type DialerKeys } from './address'
import { asEngineError } from './errors'

export const DEADLINE = {
  read: 5_000,
  make: 30_000,
  remove: 30_000,
  registry: 30_000,
  import: 120_000,
  /** Between two reports of a pull. */
  pullSilence: 120_000
} as const

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Encoded; see `segment`. */
  path: string
  query?: Record<string, string | number | boolean | string[] | object>
  body?: object
  file?: Buffer | Readable
  credentials?: Credentials | null
  /** Milliseconds until the response is complete; of a stream, until it begins. */
  deadline: number
  /** Aborts the call, and a stream at any time. */
  signal?: AbortSignal
}

export interface Calls {
  /** Parsed JSON, or a Buffer when it is no JSON. Throws EngineError. */
  send<T>(call: Call): Promise<T>
  /** A stream, to be destroyed by the caller. Throws EngineError; a broken stream throws as Node does. */
  open(call: Call): Promise<IncomingMessage>
  close(): void
}

export const segment = encodeURIComponent

const FINE = { 200: true, 201: true, 204: true, 304: true }

/**
 * Sends calls through dockerode's transport. Not through its methods: some of them take no signal, and a call that is
 * only forgotten keeps its connection, so an engine that hangs would use up ours.
 */
export function createCalls(address: string, keys: DialerKeys = 'environment'): Calls {
  const { dialer, close } = createDialer(address, keys)

  const dial = <T>(call: Call, isStream: boolean): Promise<T> =>
    new Promise((resolve, reject) => {
      const stop = new AbortController()
      const end = (error: EngineError) => {
        reject(error)
        // Destroys the socket, for which dockerode would wait.
        stop.abort()
      }
      const abort = () => end(new EngineError('failed', 'the call was given up'))
      const late = setTimeout(() => {
        call.signal?.removeEventListener('abort', abort)
        end(new EngineError('timeout', `${call.method} ${call.path}: no answer within ${call.deadline} ms`))
      }, call.deadline)
      if (call.signal?.aborted) {
        clearTimeout(late)
        return reject(new EngineError('failed', 'the call was given up'))
      }
      call.signal?.addEventListener('abort', abort, { once: true })

      dialer.dial(asDialled(call, isStream, stop.signal), (error, answer) => {
        clearTimeout(late)
        // The signal can still abort a stream.
        if (error || !isStream) call.signal?.removeEventListener('abort', abort)
        if (error) return reject(asEngineError(error))
        if (isStream)
          onceClosed(answer as IncomingMessage, () => call.signal?.removeEventListener('abort', abort))
        resolve(answer as T)
      })
    })

  return {
    send: (call) => dial(call, false),
    open: (call) => dial(call, true),
    close
  }
}

/** Calls back when a stream is closed. Catches its errors, because it may have no reader. */
function onceClosed(stream: IncomingMessage, over: () => void) {
  stream.on('error', () => {})
  stream.once('close', over)
}

function asDialled(call: Call, isStream: boolean, signal: AbortSignal): DockerModem.DialOptions {
  return {
    // The question mark makes dockerode append the query, which must exist even when empty.
    path: `${call.path}?`,
    method: call.method,
    options: { _query: call.query ?? {}, _body: call.body ?? {} },
    ...(call.file && { file: call.file }),
    ...(call.credentials && {
      authconfig: {
        username: call.credentials.username,
        password: call.credentials.password,
        serveraddress: call.credentials.host
      }
    }),
    isStream,
    abortSignal: signal,
    statusCodes: FINE
  }
}
