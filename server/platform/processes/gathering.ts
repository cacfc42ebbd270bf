import type { Worker } from 'node:cluster'
import { z } from 'zod'

/** Milliseconds that a worker has to reply. */
const TIMEOUT_MS = 1500

const request = z.object({ gather: z.literal('request'), id: z.number() })
const reply = z.object({ gather: z.literal('reply'), id: z.number(), value: z.unknown() })
const all = z.object({ gather: z.literal('all'), id: z.number(), values: z.array(z.unknown()) })

/** Runs in the parent: passes one worker's request to all and returns their replies. */
export function createGathering(workers: () => Worker[]): (from: Worker, message: unknown) => void {
  const open = new Map<number, (from: Worker, value: unknown) => void>()
  let last = 0

  const begin = (requester: Worker, requestId: number) => {
    const id = ++last
    const missing = new Set(workers().filter((worker) => worker.isConnected()))
    const values: unknown[] = []
    const end = () => {
      clearTimeout(timer)
      open.delete(id)
      if (requester.isConnected()) requester.send({ gather: 'all', id: requestId, values })
    }
    const timer = setTimeout(end, TIMEOUT_MS)
    open.set(id, (from, value) => {
      if (!missing.delete(from)) return
      values.push(value)
      if (missing.size === 0) end()
    })
    for (const worker of missing) worker.send({ gather: 'request', id })
  }

  return (from, message) => {
    const replied = reply.safeParse(message).data
    if (replied) return open.get(replied.id)?.(from, replied.value)
    const requested = request.safeParse(message).data
    if (requested) begin(from, requested.id)
  }
}

/** Runs in a worker. @returns a function that collects the replies of all workers but hanging ones */
export function joinGathering(own: () => Promise<unknown>): () => Promise<unknown[]> {
  const waiting = new Map<number, (values: unknown[]) => void>()
  let last = 0
  const send = (message: object) => process.connected && process.send?.(message)
  process.on('message', (message) => {
    const requested = request.safeParse(message).data
    if (requested) void own().then((value) => send({ gather: 'reply', id: requested.id, value }))
    const given = all.safeParse(message).data
    if (given) waiting.get(given.id)?.(given.values)
  })
  return () =>
    new Promise((resolve) => {
      const id = ++last
      const end = (values: unknown[]) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(values)
      }
      const alone = async () => end([await own()])
      const timer = setTimeout(alone, 2 * TIMEOUT_MS)
      waiting.set(id, end)
      send({ gather: 'request', id })
    })
}
