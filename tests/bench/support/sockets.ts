// A process with many viewers: light Socket.IO clients that record when each solve, or step of a ceremony, arrives.
import WebSocket from 'ws'

interface Start {
  port: number
  game: number
  count: number
}

/** Delivery times of all viewers, from when something was sent (ms since 1970), by submission id or version of the scene. */
interface Finish {
  sent: [id: number, at: number][]
}

const arrivals = new Map<number, number[]>()
const sockets: WebSocket[] = []
const clock = () => performance.timeOrigin + performance.now()

function note(text: string): void {
  const at = clock()
  for (const [, id] of text.matchAll(/"(?:submissionId|version)":(\d+)/g)) {
    const times = arrivals.get(Number(id)) ?? []
    times.push(at)
    arrivals.set(Number(id), times)
  }
}

function view({ port, game }: Start): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false
    })
    sockets.push(socket)
    socket.on('error', reject)
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith('0')) socket.send(`40/game,${JSON.stringify({ game, seq: 0 })}`)
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40/game')) resolve()
      else if (text.startsWith('44')) reject(new Error(text))
      else if (/^42\/game,\["(?:delta|ceremony)"/.test(text)) note(text)
    })
  })
}

process.on('message', async (message: { start?: Start; finish?: Finish }) => {
  if (message.start) {
    const { count } = message.start
    for (let i = 0; i < count; i += 50)
      await Promise.all(Array.from({ length: Math.min(50, count - i) }, () => view(message.start!)))
    process.send?.({ ready: sockets.length })
  }
  if (message.finish) {
    const waits = message.finish.sent.flatMap(([id, at]) => (arrivals.get(id) ?? []).map((time) => time - at))
    for (const socket of sockets) socket.terminate()
    process.send?.({ waits }, () => process.disconnect())
  }
})
