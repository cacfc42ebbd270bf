import { once } from 'node:events'
import { get } from 'node:https'
import WebSocket from 'ws'
import { importBases, runDocker } from './base-image'
import { dockerHost, inspect } from './engine'
import { importStores } from './store-images'

/** What the Dockerfile is built on when it is given nothing. */
const BASES = { base: 'node:22-bookworm-slim', prepared: 'halyard-test/prepared:1' }
/** The name that compose.yaml and deploy/swarm.yaml give to the image. */
const IMAGE = 'halyard:latest'

export const docker = (...args: string[]) => runDocker(dockerHost(), ...args)

/** Makes every image that the deployments name, without a registry. @param build builds ours */
export async function openImages(build: (prepared: string) => Promise<unknown>): Promise<void> {
  await importStores(dockerHost())
  await importBases(dockerHost(), BASES)
  await build(BASES.prepared)
}

export async function closeImages(): Promise<void> {
  const names = ['postgres:17', 'valkey/valkey:8', 'caddy:2', 'halyard-test/debian:1']
  for (const name of [IMAGE, ...Object.values(BASES), ...names])
    await docker('rmi', '-f', name).catch(() => {})
}

/** Ends a container's first process, as a crash would: what the engine itself is told to kill is not started again. */
export async function crash(container: string): Promise<void> {
  process.kill((await inspect(container))!.State.Pid, 'SIGKILL')
}

/** The status of a page over TLS; any certificate is taken. */
export function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    }).on('error', reject)
  })
}

/** A viewer of a game's board on a socket. */
export interface Viewer {
  /** Resolves when the solve of a submission has arrived. */
  solveOf(submission: number): Promise<void>
  close(): void
}

/** @param url begins with ws: or wss:; any certificate is taken */
export async function openViewer(url: string, game: number): Promise<Viewer> {
  const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`, { rejectUnauthorized: false })
  const seen: string[] = []
  const joined = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      const text = String(data)
      seen.push(text)
      if (text.startsWith('0')) socket.send(`40/game,${JSON.stringify({ game, seq: 0 })}`)
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40/game')) resolve()
    })
  })
  await joined
  return {
    async solveOf(submission) {
      const word = `"submissionId":${submission}`
      while (!seen.some((text) => text.startsWith('42/game,["delta"') && text.includes(word)))
        await once(socket, 'message')
    },
    close: () => socket.terminate()
  }
}
