import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import WebSocket from 'ws'
import { until } from '../until'

/** The head of a page over TLS; any certificate is taken. */
export function headOf(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false, headers }, (answer) => {
      answer.resume()
      resolve(answer)
    }).on('error', reject)
  })
}

/** A viewer of a game's board on a socket. */
export interface Viewer {
  /** Resolves when the solve of a submission has arrived. */
  solveOf(submission: number): Promise<void>
  close(): void
}

/** @param origin begins with http: or https:; any certificate is taken */
export async function openViewer(origin: string, game: number): Promise<Viewer> {
  const url = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(url, { rejectUnauthorized: false })
  const deltas: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The socket was closed')))
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith('42/game,["delta"')) deltas.push(text)
      else if (text.startsWith('0')) socket.send(`40/game,${JSON.stringify({ game, seq: 0 })}`)
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40/game')) resolve()
    })
  })
  return {
    async solveOf(submission) {
      await until(() => deltas.some((text) => text.includes(`"submissionId":${submission}`)))
    },
    close: () => socket.terminate()
  }
}
