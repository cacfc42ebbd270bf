// A process that reads from services as fast as it can, by tunnels or directly, and counts bytes.
import { once } from 'node:events'
import { connect } from 'node:net'
import WebSocket from 'ws'

export type Way = { url: string } | { host: string; port: number }

/** Sends `word` to each service and reads. Messages: `{ open }`, and after `stop` `{ bytes }`. */
export interface Orders {
  begin?: { ways: Way[]; word: string }
  stop?: true
}

let bytes = 0
const ends: (() => void)[] = []

async function open(way: Way, word: string): Promise<void> {
  const count = (chunk: Buffer) => {
    bytes += chunk.length
  }
  if ('url' in way) {
    const socket = new WebSocket(way.url, { perMessageDeflate: false })
    socket.on('message', count).on('error', () => {})
    await once(socket, 'open')
    ends.push(() => socket.terminate())
    return void (word && socket.send(word))
  }
  const socket = connect({ ...way, noDelay: true })
  socket.on('data', count).on('error', () => {})
  await once(socket, 'connect')
  ends.push(() => socket.destroy())
  if (word) socket.write(word)
}

process.on('message', async ({ begin, stop }: Orders) => {
  if (begin) {
    for (let i = 0; i < begin.ways.length; i += 32)
      await Promise.all(begin.ways.slice(i, i + 32).map((way) => open(way, begin.word)))
    process.send?.({ open: begin.ways.length })
  }
  if (stop) {
    for (const end of ends) end()
    process.send?.({ bytes })
    process.disconnect()
  }
})
