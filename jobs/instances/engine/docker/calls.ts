import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type DockerModem from 'docker-modem'
import { type Credentials, EngineError } from '../engine'
import { createDialer, type DialerKeys } from './address'
import { asEngineError } from './errors'

/** Milliseconds that kinds of calls may take. */
export const DEADLINE = {
  /** Reading what the engine knows. */
  read: 5_000,
  /** Making and starting. */
  make: 30_000,
  /** Removing: a wedged container is worked on for minutes, and tried again. */
  remove: 30_000,
  /** Asking a registry through the engine. */
  registry: 30_000,
  /** Reading an image's tar in. */
  import: 120_000,
  /** Between two signs of life of a pull. */
  pullSilence: 120_000
} as const

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Encoded; see `segment`. */
  path: string
  query?: Record<string, string | number | boolean | string[] | object>
  body?: object
  /** Sent as it is. */
  file?: Buffer | Readable
  credentials?: Credentials | null
  /** Milliseconds until the answer is complete; of a stream, until it begins. */
  deadline: number
  /** Ends the call, and a stream at any time. */
  signal?: AbortSignal
}

export interface Calls {
  /** The answer: parsed JSON, a Buffer when it is none. Throws EngineError. */
  send<T>(call: Call): Promise<T>
  /** The answer as a stream. The caller destroys it. Throws EngineError; a stream that breaks throws as Node does. */
  open(call: Call): Promise<IncomingMessage>
  close(): void
}

/** A name as a segment of a path. */
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
        // Destroys the socket, which the library would otherwise wait for.
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
        // A stream can still be given up by the signal.
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

/** Calls back when a stream is over. Its errors are caught: nobody may read it any more. */
function onceClosed(stream: IncomingMessage, over: () => void) {
  stream.on('error', () => {})
  stream.once('close', over)
}

function asDialled(call: Call, isStream: boolean, signal: AbortSignal): DockerModem.DialOptions {
  return {
    // The question mark makes the library append the query, which has to be there even when it is empty.
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
