import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { Fault, reason } from './say.mjs'

/** Below the ranges systems take for outgoing connections, so that a port stays ours while its owner restarts. */
const FIRST = 20_000
const LAST = 32_000
const TRIES = 200

const listen = (port, host) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })

/**
 * A port nobody listens on.
 * @param {string} [host] the address it will be bound to; without one, all of them
 */
export async function freePort(host) {
  for (let i = 0; i < TRIES; i++) {
    const port = randomInt(FIRST, LAST)
    if ((await listen(port, host)) === null) return port
  }
  throw new Fault('No free port was found on this machine.')
}

/**
 * The port the platform will be reached at: the wanted one, or any free one for 0.
 * @param {number} wanted
 * @param {string | null} host the address it will be bound to; null: all of them
 * @throws {Fault} when it is taken or not permitted
 */
export async function claimPort(wanted, host) {
  if (wanted === 0) return freePort(host ?? undefined)
  const error = await listen(wanted, host ?? undefined)
  if (error === null) return wanted
  const hint = 'set PORT to another one (PORT=0 takes any free port)'
  if (error.code === 'EADDRINUSE') throw new Fault(`Port ${wanted} is already in use; ${hint}.`)
  throw new Fault(`Port ${wanted} cannot be used (${reason(error)}); ${hint}.`)
}
