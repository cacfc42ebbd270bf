import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { describeError, errorCode, UserError } from '../terminal/errors.mjs'
import { sleep } from './sleep.mjs'

/** Below the ranges of outgoing connections, so that a port stays free while its owner restarts. */
const FIRST = 20_000
const LAST = 32_000
const ATTEMPTS = 200
const RETRY_MS = 100

/** @param {number} port @param {string} [host] @returns {Promise<Error | null>} null when it was free */
const tryListen = (port, host) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })

/** @param {string} [host] to listen on; all without one @returns {Promise<number>} @throws {UserError} when none is free */
export async function freePort(host) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, LAST)
    if ((await tryListen(port, host)) === null) return port
  }
  throw new UserError('No free port was found on this machine.')
}

/**
 * Checks that the platform's port is free, or finds a free one for 0.
 * @param {number} wanted @param {string | null} host to listen on; null: all
 * @param {number} [patienceMs] how long it may still be taken @returns {Promise<number>}
 * @throws {UserError} when it is taken or not permitted
 */
export async function claimPort(wanted, host, patienceMs = 0) {
  if (wanted === 0) return freePort(host ?? undefined)
  const deadline = Date.now() + patienceMs
  let error = await tryListen(wanted, host ?? undefined)
  while (errorCode(error) === 'EADDRINUSE' && Date.now() < deadline) {
    await sleep(RETRY_MS)
    error = await tryListen(wanted, host ?? undefined)
  }
  if (error === null) return wanted
  const hint = 'set PORT to another one (PORT=0 takes any free port)'
  if (errorCode(error) === 'EADDRINUSE') throw new UserError(`Port ${wanted} is already in use; ${hint}.`)
  throw new UserError(`Port ${wanted} cannot be used (${describeError(error)}); ${hint}.`)
}
