// A process with many viewers: bare Socket.IO clients on TCP that record when each solve, or step of a ceremony, arrives.
// They read into one shared buffer, since a client that decodes like a browser's costs more than the server that is measured.
import { connect, type Socket } from 'node:net'

interface Start {
  port: number
  game: number
  count: number
}

/** When something was sent (ms since 1970), by submission id or version of the scene. */
interface Finish {
  sent: [id: number, at: number][]
}

/** Deliveries to all viewers, and how long those to the timed ones took, in milliseconds. */
export interface Delivered {
  deliveries: number
  waits: number[]
}

/** Viewers whose deliveries are timed, evenly among all: an event makes more deliveries than fit into memory. */
const TIMED = 250

const TEXT = 0x1
const CLOSE = 0x8

const arrivals = new Map<number, { count: number; times: number[] }>()
const sockets: Socket[] = []
const clock = () => performance.timeOrigin + performance.now()
const shared = Buffer.allocUnsafe(65_536)

/** Ids of a message, which most viewers receive alike. */
let lastText = ''
let lastIds: number[] = []

function note(text: string, timed: boolean): void {
  const at = clock()
  if (text !== lastText) {
    lastText = text
    lastIds = [...text.matchAll(/"(?:submissionId|version)":(\d+)/g)].map(([, id]) => Number(id))
  }
  for (const id of lastIds) {
    const seen = arrivals.get(id) ?? { count: 0, times: [] }
    seen.count++
    if (timed) seen.times.push(at)
    arrivals.set(id, seen)
  }
}

/** A masked text frame of a short message, as clients must send it; the mask is zero. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x80 | TEXT, 0x80 | body.length, 0, 0, 0, 0]), body])
}

const PONG = frameOf('3')

/** @returns where the body of the frame at `at` begins and ends; null while its head is not whole */
function bounds(data: Buffer, at: number): { from: number; to: number } | null {
  const left = data.length - at
  if (left < 2) return null
  const short = data[at + 1]! & 0x7f
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (left < head) return null
  const length =
    short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
  return { from: at + head, to: at + head + length }
}

class Viewer {
  #rest: Buffer | null = null
  #open = false
  readonly #socket: Socket

  constructor(
    private readonly start: Start,
    private readonly timed: boolean,
    private readonly admitted: () => void,
    private readonly refused: (error: Error) => void
  ) {
    this.#socket = connect({
      host: '127.0.0.1',
      port: start.port,
      onread: {
        buffer: shared,
        callback: (length) => {
          this.#read(shared.subarray(0, length))
          return true
        }
      }
    })
    this.#socket.on('error', refused)
    this.#socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${start.port}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    )
    sockets.push(this.#socket)
  }

  #read(fresh: Buffer): void {
    const data = this.#rest ? Buffer.concat([this.#rest, fresh]) : fresh
    let at = this.#open ? 0 : this.#answered(data)
    for (
      let frame = bounds(data, at);
      this.#open && frame && frame.to <= data.length;
      frame = bounds(data, at)
    ) {
      const kind = data[at]! & 0x0f
      if (kind === CLOSE) this.refused(new Error('The server closed a socket'))
      if (kind === TEXT) this.#message(data, frame.from, frame.to)
      at = frame.to
    }
    this.#rest = at < data.length ? Buffer.from(data.subarray(at)) : null
  }

  /** @returns where frames begin; 0 while the answer to the upgrade is not whole */
  #answered(data: Buffer): number {
    const end = data.indexOf('\r\n\r\n')
    if (end < 0) return 0
    const answer = data.toString('latin1', 0, end)
    if (!answer.startsWith('HTTP/1.1 101')) this.refused(new Error(answer))
    this.#open = true
    return end + 4
  }

  #message(data: Buffer, from: number, to: number): void {
    const text = data.toString('latin1', from, to)
    const { game } = this.start
    if (/^42\/game,\["(?:delta|ceremony)"/.test(text)) note(text, this.timed)
    else if (text.startsWith('0')) this.#socket.write(frameOf(`40/game,${JSON.stringify({ game, seq: 0 })}`))
    else if (text === '2') this.#socket.write(PONG)
    else if (text.startsWith('40/game')) this.admitted()
    else if (text.startsWith('44')) this.refused(new Error(text))
  }
}

function view(start: Start, n: number): Promise<void> {
  const timed = n % Math.ceil(start.count / TIMED) === 0
  return new Promise((resolve, reject) => void new Viewer(start, timed, resolve, reject))
}

process.on('message', async (message: { start?: Start; finish?: Finish }) => {
  if (message.start) {
    const { count } = message.start
    for (let i = 0; i < count; i += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - i) }, (_, n) => view(message.start!, i + n))
      )
    process.send?.({ ready: sockets.length })
  }
  if (message.finish) {
    const seen = message.finish.sent.map(([id, at]) => ({
      at,
      ...(arrivals.get(id) ?? { count: 0, times: [] })
    }))
    const deliveries = seen.reduce((sum, { count }) => sum + count, 0)
    const waits = seen.flatMap(({ at, times }) => times.map((time) => time - at))
    for (const socket of sockets) socket.destroy()
    process.send?.({ deliveries, waits } satisfies Delivered, () => process.disconnect())
  }
})
