import type { Server } from 'node:http'
import type { Log } from '../log'

/** Milliseconds to finish running work. */
const DRAIN_MS = 10_000

/** Runs `drain` once on SIGTERM, SIGINT or the parent's end, then exits 0; exits 1 when it takes too long. */
export function onShutdown(log: Log, drain: () => Promise<void>): void {
  let begun = false
  const stop = (reason: string) => {
    if (begun) return
    begun = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    drain().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'drain_failed')
        process.exit(1)
      }
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('disconnect', () => stop('parent_gone'))
}

/** Exits with one sentence after a failed start; awaits `last` before. */
export async function failStart(log: Log, error: unknown, last?: () => Promise<void>): Promise<never> {
  const { code, message } = error as NodeJS.ErrnoException
  log.fatal({ code, reason: message }, 'start_failed')
  await last?.()
  process.stderr.write(`${code === 'EADDRINUSE' ? 'The port is in use by another program.' : message}\n`)
  process.exit(1)
}

/** Up to net.core.somaxconn. Node's 511 overflow in a game's first minute; dropped clients retry after 1 to 15 s. */
const BACKLOG = 4096

/** Rejects when the port is taken. Resolves to the real port. */
export function listenOnPort(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Takes no more connections and waits for the open ones, for half of the time that a process has to end. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS / 2).unref()
  })
}
