import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { boundBody } from './slow-bodies'

/** What a server hears of a request whose body stops half way: `cut`, or nothing while it waits. */
async function heard(headers: string): Promise<string> {
  const server = createServer()
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  client.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n5\r\nabcde\r\n`)
  const [req] = await arrived
  const cut = new Promise<string>((resolve) => req.on('error', () => resolve('cut')))
  req.resume()
  boundBody(req, 20)
  const outcome = await Promise.race([cut, new Promise<string>((r) => setTimeout(r, 300, 'waits'))])
  client.destroy()
  server.close()
  return outcome
}

it.each([
  ['a body of unknown length', 'Transfer-Encoding: chunked', 'cut'],
  ['a body of known length', 'Content-Length: 1000', 'cut'],
  [
    'an upload, which its reader bounds',
    'Content-Length: 1000\r\nContent-Type: multipart/form-data; boundary=x',
    'waits'
  ]
])('%s', async (_case, headers, outcome) => {
  expect(await heard(headers)).toBe(outcome)
})
