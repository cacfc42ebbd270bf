import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { AppError, isAppError } from '~/server/platform/errors'
import { pacePipe } from '../load/pace'
import { type Onward, sendRequest } from './exchange'
import { responseHeaders } from './headers'
import { splice } from './splice'

/** A response on a connection without a parser; closes it afterwards. */
export function answerOn(req: IncomingMessage, socket: Socket): ServerResponse {
  const res = new ServerResponse(req)
  res.shouldKeepAlive = false
  res.assignSocket(socket)
  socket.on('drain', () => res.emit('drain'))
  res.on('finish', () => socket.destroySoon())
  return res
}

/** Joins both ends once the service agrees, else forwards its refusal. @throws AppError 502, 503, 504 before that */
export function upgrade(req: IncomingMessage, socket: Socket, head: Buffer, to: Onward): Promise<void> {
  return new Promise((resolve, reject) => {
    const wanted = ['Connection', 'Upgrade', 'Upgrade', req.headers.upgrade ?? '']
    const onward = sendRequest({ ...to, headers: [...to.headers, ...wanted] })
    const onClose = () => onward.destroy()
    socket.once('close', onClose)
    onward.on('error', (error) => {
      socket.off('close', onClose)
      reject(isAppError(error) ? error : new AppError('proxy.connect_failed', 502))
    })
    onward.on('upgrade', (answer, service, first) => {
      socket.off('close', onClose)
      if (socket.destroyed) return void service.destroy()
      socket.write(headOf(answer), 'latin1')
      socket.write(first)
      service.write(head)
      splice(socket, service as Socket, to.pace)
      resolve()
    })
    onward.on('response', (answer) => {
      const res = answerOn(req, socket)
      res.sendDate = false
      res.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer.rawHeaders))
      pipeline(answer, res, () => resolve())
      // Outside of a server the response does not know how much room the socket has.
      pacePipe(answer, socket, to.pace)
    })
    onward.end()
  })
}

function headOf({ statusMessage, rawHeaders, headers }: IncomingMessage): string {
  const lines = [`HTTP/1.1 101 ${statusMessage}`, 'Connection: Upgrade', `Upgrade: ${headers.upgrade ?? ''}`]
  const kept = responseHeaders(rawHeaders)
  for (let n = 0; n < kept.length; n += 2) lines.push(`${kept[n]}: ${kept[n + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
