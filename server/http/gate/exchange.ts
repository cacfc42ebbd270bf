import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { AppError, isAppError } from '~/server/platform/errors'
import { type Pace, pacePipe } from '../load/pace'
import { type RawHeaders, responseHeaders, trailerPairs } from './headers'

/** Milliseconds without a byte in either direction until a request is aborted. */
const SILENCE_MS = 300_000

/** A request for a service. */
export interface Onward {
  label: string
  agent: Agent
  method: string
  path: string
  headers: RawHeaders
  pace: Pace
}

/** Begins a request to a service. @throws TypeError for what cannot be sent */
export function begin({ label, agent, method, path, headers }: Onward): ClientRequest {
  const onward = request({
    ...{ agent, method, path, timeout: SILENCE_MS, setHost: false },
    // Finds the connection; what the service reads is the Host among the headers.
    host: label,
    headers
  })
  // The connection was paused until a listener is there.
  onward.on('socket', (socket) => socket.resume())
  onward.on('timeout', () => onward.destroy(new AppError('proxy.connect_failed', 504)))
  return onward
}

/** Why a request got no answer. */
const failureOf = (error: unknown): AppError =>
  isAppError(error) ? error : new AppError('proxy.connect_failed', 502)

/** A kept connection that the service had given up before it read anything: the request can be sent again. */
class StaleConnection extends Error {}

const GIVEN_UP = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Sends a request on to a service and its answer back, each as fast as the other side takes it. Resolves when the answer
 * has been sent or cut off.
 * @throws AppError 502, 503 or 504 while nothing has been answered
 */
export async function exchange(req: IncomingMessage, res: ServerResponse, to: Onward): Promise<void> {
  try {
    await attempt(req, res, to)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    await attempt(req, res, to)
  }
}

function attempt(req: IncomingMessage, res: ServerResponse, to: Onward): Promise<void> {
  return new Promise((resolve, reject) => {
    // Not the answer's own word: one that waits for its turn on a connection hears nothing of its end.
    if (req.socket.destroyed) return resolve()
    const onward = begin(to)
    const gone = () => {
      onward.destroy()
      resolve()
    }
    const fail = (error: Error) => {
      res.off('close', gone)
      reject(error)
    }
    let answered = false
    res.once('close', gone)
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return
      fail(onward.reusedSocket && GIVEN_UP.has(error.code ?? '') ? new StaleConnection() : failureOf(error))
    })
    // No other protocol was requested.
    onward.on('upgrade', () => onward.destroy(failureOf(null)))
    onward.on('continue', () => req.headers.expect && res.writeContinue())
    onward.on('response', (answer) => {
      answered = true
      if (answerWith(answer, req, res, to.pace)) return
      onward.destroy()
      fail(failureOf(null))
    })
    send(req, onward, to.pace)
  })
}

/** Sends the body, and what follows it. */
function send(req: IncomingMessage, onward: ClientRequest, pace: Pace): void {
  onward.flushHeaders()
  req.once('end', () => {
    if (req.rawTrailers.length > 0) onward.addTrailers(trailerPairs(req.rawTrailers))
  })
  req.pipe(onward)
  pacePipe(req, onward, pace)
  // A service that has enough, or is gone, leaves a rest of the body that the client may still send.
  onward.once('close', () => {
    req.unpipe(onward)
    req.resume()
  })
}

/** False for an answer that cannot be forwarded. */
function answerWith(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse, pace: Pace): boolean {
  const status = answer.statusCode ?? 0
  const headers = responseHeaders(answer.rawHeaders, status === 204)
  res.sendDate = false
  // The rest of a body that the service does not wait for would be read as the next request.
  if (!req.complete) res.shouldKeepAlive = false
  try {
    res.writeHead(status, answer.statusMessage, headers)
  } catch {
    return false
  }
  res.flushHeaders()
  answer.once('end', () => {
    if (answer.rawTrailers.length > 0) res.addTrailers(trailerPairs(answer.rawTrailers))
  })
  // Not pipe(): an answer that breaks off must break off here too, or it would be taken for complete.
  pipeline(answer, res, () => {})
  pacePipe(answer, res, pace)
  return true
}
