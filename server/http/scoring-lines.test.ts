import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createScoringLines } from './scoring-lines'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function listen(addresses: string[]): Promise<number> {
  let port = 0
  for (const address of addresses) {
    const server = createServer((socket) => socket.on('error', () => {}))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(port, address, resolve))
    port = (server.address() as AddressInfo).port
  }
  return port
}

it('every address of a name is a process; an id leads back to the one that gave it', async () => {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
  const url = new URL(`http://scoring:${await listen(addresses)}`)
  const [a, b] = [
    createScoringLines([url], async () => addresses),
    createScoringLines([url], async () => addresses)
  ]
  const reached = new Map<string, string>()
  for (let n = 0; n < 60; n++) {
    const { socket, name } = await a.open(null)
    reached.set(name, socket.remoteAddress!)
    socket.destroy()
  }
  expect([...reached.values()].sort()).toEqual(addresses)
  for (const [name, address] of reached) {
    const { socket } = await b.open(`${name}.abc`)
    expect(socket.remoteAddress).toBe(address)
    socket.destroy()
  }
})

it('a dead process is skipped, and known addresses are kept while names cannot be resolved', async () => {
  const port = await listen(['127.0.0.2'])
  let known: string[] | null = ['127.0.0.9', '127.0.0.2']
  const lines = createScoringLines([new URL(`http://scoring:${port}`)], async () => {
    if (!known) throw new Error('SERVFAIL')
    return known
  })
  for (let n = 0; n < 8; n++) {
    const { socket } = await lines.open(n % 2 ? null : 'of-nobody.abc')
    expect(socket.remoteAddress).toBe('127.0.0.2')
    socket.destroy()
  }
  known = null
  await new Promise((resolve) => setTimeout(resolve, 2100))
  const { socket } = await lines.open(null)
  expect(socket.remoteAddress).toBe('127.0.0.2')
  socket.destroy()
  await expect(createScoringLines([new URL('http://x:1')], async () => []).open(null)).rejects.toThrow(
    'No scoring process answers'
  )
})
