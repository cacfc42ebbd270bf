import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { sha256Hex } from '~/server/platform/sha256'

interface Target {
  host: string
  port: number
  /** Begins the ids of its connections, so that any web process finds the holder. */
  name: string
}

export interface ScoringLines {
  /**
   * The process that `open` would try first, for the one who passes the connection on himself; null when no name resolves.
   */
  choose(id: string | null): Promise<{ name: string; port: number } | null>
  /**
   * `id`: the connection to continue; null: any process. `name`: for SCORING_HEADER. @throws Error when none replies
   */
  open(id: string | null): Promise<{ socket: Socket; name: string }>
}

/** Milliseconds before the addresses of a name are resolved again. */
const FRESH_MS = 2000
/** Milliseconds to connect; a dead machine never refuses. */
const CONNECT_MS = 1500

const nameOf = (host: string, port: number): string => sha256Hex(`${host} ${port}`).slice(0, 12)

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

function reach({ host, port }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error('The scoring process does not answer')), CONNECT_MS)
    socket.once('error', fail).once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

/** Every address of `urls` is a process; nothing else is kept between requests (docs/decisions/031-roles.md). */
export function createScoringLines(
  urls: readonly URL[],
  resolve: (host: string) => Promise<string[]> = addressesOf
): ScoringLines {
  const known = new Map<string, { targets: Target[]; until: number }>()
  const targetsOf = async ({ hostname, port }: URL): Promise<Target[]> => {
    const key = `${hostname}:${port}`
    const before = known.get(key)
    if (before && before.until > performance.now()) return before.targets
    const at = Number(port) || 80
    // Keeps the old addresses while names cannot be resolved.
    const hosts = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => null)
    const targets =
      hosts?.map((host) => ({ host, port: at, name: nameOf(host, at) })) ?? before?.targets ?? []
    known.set(key, { targets, until: performance.now() + FRESH_MS })
    return targets
  }
  const candidates = async (id: string | null): Promise<Target[]> => {
    const all = (await Promise.all(urls.map(targetsOf))).flat()
    const holder = id === null ? null : all.find(({ name }) => id.startsWith(`${name}.`))
    // The holder may be dead: any other process then replies that the id is unknown, and the client begins again.
    return holder ? [holder] : shuffled(all)
  }
  return {
    async choose(id) {
      return (await candidates(id))[0] ?? null
    },
    async open(id) {
      for (const target of await candidates(id)) {
        const socket = await reach(target).catch(() => null)
        if (socket) return { socket, name: target.name }
      }
      throw new Error('No scoring process answers')
    }
  }
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)
