import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog } from './log'
import { createRedis } from './redis'

it('a client of a Redis that does not answer stops reconnecting', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {}).resume()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const connecting = createRedis(`redis://127.0.0.1:${port}`, createLog('test', 'silent'), 200)
  await expect(connecting).rejects.toThrow('Redis did not answer within 0.2 s')
  await expect.poll(() => sockets.length > 0 && sockets.every((socket) => socket.closed)).toBe(true)
  const tries = sockets.length
  await sleep(500)
  expect(sockets.length).toBe(tries)
  await new Promise((resolve) => server.close(resolve))
})
