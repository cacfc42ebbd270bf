import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiRequest } from './calls'

let work: (signal: AbortSignal) => Promise<unknown>
const server = createServer(async (req, res) => {
  await apiRequest(req, '/', '', {}).whileConnected(work)
  res.end('done')
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const asked = () => request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })

it('work for a client that leaves is told so', async () => {
  const left = new Promise<void>((resolve) => {
    work = async (signal) => {
      await once(signal, 'abort')
      resolve()
    }
  })
  const begun = once(server, 'request')
  const leaving = asked().on('error', () => {})
  leaving.end()
  await begun
  leaving.destroy()
  await left
})

it('work for a client that waits goes on to its end, and nothing listens to the connection afterwards', async () => {
  let aborted: boolean | undefined
  let socket: IncomingMessage['socket'] | undefined
  server.prependOnceListener('request', (req: IncomingMessage) => {
    socket = req.socket
  })
  let before = 0
  work = async (signal) => {
    before = socket!.listenerCount('close')
    await new Promise(setImmediate)
    aborted = signal.aborted
  }
  const waiting = asked()
  waiting.end()
  const [answer] = (await once(waiting, 'response')) as [IncomingMessage]
  answer.resume()
  expect(aborted).toBe(false)
  expect(socket!.listenerCount('close')).toBeLessThan(before)
})
