import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { CAPTURE_LIMITS, type CaptureLimits } from './limits'
import type { Endpoint } from './pcap'
import { Recording, type Tap } from './recording'
import { type CaptureFacts, createCaptureRows, type Written } from './recording-rows'

/** Milliseconds between renewals of leases; also the cache time of the disk's free space. */
const RENEW_MS = 5000
const SPACE_MS = 1000

type StartRecording = (connection: string, client: Endpoint, service: Endpoint) => Tap

/** Writes tunnels' bytes into files (docs/decisions/014). */
export interface Recorder {
  /** Null when the ticket's connections are not recorded, and without the database. Never rejects. */
  plan(ticket: string): Promise<StartRecording | null>
  /** Resolves when all is written. Call it after the connections have ended. */
  close(): Promise<void>
}

interface RecorderNeeds {
  db: Database
  log: Log
  data: string
  limits?: Partial<CaptureLimits>
  /** Milliseconds. */
  renewEvery?: number
}

export const captureRoot = (data: string) => join(data, 'files', 'capture')

/** Free bytes, a second old at most. Rejects with the system's error. */
function freeSpaceOf(root: string): () => Promise<number> {
  let cached: { at: number; space: Promise<number> } | null = null
  const read = async () => {
    await mkdir(root, { recursive: true })
    const { bavail, bsize } = await statfs(root)
    return bavail * bsize
  }
  return () => {
    const at = performance.now()
    if (!cached || at - cached.at > SPACE_MS) cached = { at, space: read() }
    return cached.space
  }
}

export function createRecorder({
  db,
  log,
  data,
  limits: given,
  renewEvery = RENEW_MS
}: RecorderNeeds): Recorder {
  const limits = { ...CAPTURE_LIMITS, ...given }
  const root = captureRoot(data)
  const rows = createCaptureRows(db, limits)
  const waiting = { bytes: 0 }
  const readSpace = freeSpaceOf(root)
  const freeSpace = () => readSpace().catch(() => 0)
  const open = new Set<Recording>()
  const warn = (error: Error) => log.warn({ err: error.message }, 'captures_not_updated')

  const begin = (facts: CaptureFacts, connection: string, client: Endpoint, service: Endpoint): Tap => {
    const { instance, gameId: game, challengeId: challenge, teamId: team } = facts
    const onDrop = (reason: string) =>
      log.warn({ instance, game, challenge, team, tunnel: connection, reason }, 'capture_dropped')
    const recording = new Recording({
      ...{ facts, connection, client, service, rows, limits, root, waiting, freeSpace },
      ...{ onDrop, onError: warn }
    })
    open.add(recording)
    void recording.done.then(() => open.delete(recording))
    return recording
  }

  const renew = async () => {
    const all = [...open]
    const writing = all.flatMap((one): { one: Recording; written: Written }[] =>
      one.written ? [{ one, written: one.written }] : []
    )
    const left = await rows.renew(writing.map(({ written }) => written))
    for (const { one, written } of writing) one.renewed(written.id, left.get(written.id) ?? null)
    for (const one of all) await one.recordDropped()
  }
  let renewing = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    renewing = renew()
      .catch(warn)
      .finally(() => {
        busy = false
      })
  }, renewEvery)

  return {
    async plan(ticket) {
      const facts = await rows.facts(ticket).catch((error: Error) => void warn(error))
      return facts ? (...connection) => begin(facts, ...connection) : null
    },

    async close() {
      clearInterval(timer)
      await Promise.all([...open].map(({ done }) => done))
      await renewing
    }
  }
}
