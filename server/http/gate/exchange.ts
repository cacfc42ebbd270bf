import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { AppError, isAppError } from '~/server/platform/errors'
import { type Pace, pacePipe } from '../load/pace'
import { type RawHeaders, responseHeaders, trailerPairs } from './headers'

/** Milliseconds without a byte in either direction before a request is aborted. */
const SILENCE_MS = 300_000

export interface Onward {
  label: string
  agent: Agent
  method: string
  path: string
  headers: RawHeaders
  pace: Pace
}

/** @throws TypeError for headers that cannot be sent */
export function sendRequest({ label, agent, method, path, headers }: Onward): ClientRequest {
  const onward = request({
    ...{ agent, method, path, timeout: SILENCE_MS, setHost: false },
    // `host` only finds the connection; the service reads the Host header.
    host: label,
    headers
  })
  // The socket was paused until a listener exists.
  onward.on('socket', (socket) => socket.resume())
  onward.on('timeout', () => onward.destroy(new AppError('proxy.connect_failed', 504)))
  return onward
}

const failureOf = (error: unknown): AppError =>
  isAppError(error) ? error : new AppError('proxy.connect_failed', 502)

/** The service closed a kept connection before it read anything, so the request can be sent again. */
class StaleConnection extends Error {}

const GIVEN_UP = new Set(['ECONNRESET', 'EPIPE'])

/** Resolves when the response is sent or cut. @throws AppError 502, 503 or 504 before it has begun */
export async function proxyRequest(req: IncomingMessage, res: ServerResponse, to: Onward): Promise<void> {
  try {
    await attempt(req, res, to)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    await attempt(req, res, to)
  }
}

function attempt(req: IncomingMessage, res: ServerResponse, to: Onward): Promise<void> {
  return new Promise((resolve, reject) => {
    // Checks the socket, because a response that waits in a pipeline is not told of its end.
    if (req.socket.destroyed) return resolve()
    const onward = sendRequest(to)
    const onClose = () => {
      onward.destroy()
      resolve()
    }
    const fail = (error: Error) => {
      res.off('close', onClose)
      reject(error)
    }
    let answered = false
    res.once('close', onClose)
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return
      fail(onward.reusedSocket && GIVEN_UP.has(error.code ?? '') ? new StaleConnection() : failureOf(error))
    })
    // The client requested no other protocol.
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

function send(req: IncomingMessage, onward: ClientRequest, pace: Pace): void {
  onward.flushHeaders()
  req.once('end', () => {
    if (req.rawTrailers.length > 0) onward.addTrailers(trailerPairs(req.rawTrailers))
  })
  req.pipe(onward)
  pacePipe(req, onward, pace)
  // A service may close before the client has sent the whole body.
  onward.once('close', () => {
    req.unpipe(onward)
    req.resume()
  })
}

/** Returns false when the response cannot be forwarded. */
function answerWith(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse, pace: Pace): boolean {
  const status = answer.statusCode ?? 0
  const headers = responseHeaders(answer.rawHeaders, { withoutLength: status === 204 })
  res.sendDate = false
  // Closes, because the unread rest of the body would be parsed as the next request.
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
  // Not pipe(): a broken response must break here too, or the client takes it for complete.
  pipeline(answer, res, () => {})
  pacePipe(answer, res, pace)
  return true
}
