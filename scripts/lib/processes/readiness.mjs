import { request } from 'node:http'
import { connect } from 'node:net'

const TIMEOUT_MS = 2000

/**
 * Whether the address replies 200 in time.
 * @param {number} port @param {string} [host] @param {string} [path] @param {number} [timeout] in milliseconds
 */
export const isHttpHealthy = (port, host = '127.0.0.1', path = '/healthz', timeout = TIMEOUT_MS) =>
  new Promise((resolve) => {
    const call = request({ host, port, path, timeout, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
      response.once('error', () => resolve(false))
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(false))
    call.end()
  })

/**
 * Whether a Redis on 127.0.0.1 has loaded its data and accepts the password. Works before packages are installed.
 * @param {number} port @param {string} password @param {number} [timeoutMs]
 * @returns {Promise<boolean>} false also when nothing replies in time
 */
export const isRedisReady = (port, password, timeoutMs = TIMEOUT_MS) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let received = ''
    /** @param {boolean} result */
    const finish = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(timeoutMs, () => finish(false))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
    socket.on('data', (chunk) => {
      received += chunk
      if (received.includes('+PONG')) finish(true)
      else if (received.includes('-')) finish(false)
    })
    socket.write(`AUTH ${password}\r\nPING\r\n`)
  })

/** A client's question whether the server speaks TLS, by which Postgres starts a process for it and asks for no password. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Whether a Postgres on 127.0.0.1 takes connections, also while it starts or recovers, or its disk is busy.
 * @param {number} port @param {number} timeoutMs
 * @returns {Promise<boolean>} false also when nothing replies in time
 */
export const takesPostgresConnections = (port, timeoutMs) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    /** @param {boolean} result */
    const finish = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(timeoutMs, () => finish(false))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
    socket.once('data', () => finish(true))
    socket.write(SSL_REQUEST)
  })

/** @param {unknown} error */
const asError = (error) => (error instanceof Error ? error : new Error(String(error)))

/** @param {string} connectionString @returns {Promise<Error | null>} null when it works; otherwise why not */
export async function checkPostgres(connectionString) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return asError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** @param {string} url @returns {Promise<Error | null>} null when it works; otherwise why not */
export async function checkRedis(url) {
  const { createClient } = await import('redis')
  const client = createClient({ url, socket: { connectTimeout: TIMEOUT_MS, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return null
  } catch (error) {
    return asError(error)
  } finally {
    if (client.isOpen) client.destroy()
  }
}
