import { request } from 'node:http'
import { connect } from 'node:net'

const TIMEOUT_MS = 2000

/** Whether http://<host>:<port>/healthz answers 200. */
export const answersHealthz = (port, host = '127.0.0.1') =>
  new Promise((resolve) => {
    const call = request({ host, port, path: '/healthz', timeout: TIMEOUT_MS, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
      response.once('error', () => resolve(false))
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(false))
    call.end()
  })

/** Whether a Redis on 127.0.0.1 has loaded its data and lets us in. */
export const answersPing = (port, password) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let heard = ''
    const finish = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(TIMEOUT_MS, () => finish(false))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
    socket.on('data', (chunk) => {
      heard += chunk
      if (heard.includes('+PONG')) finish(true)
      else if (heard.includes('-')) finish(false)
    })
    socket.write(`AUTH ${password}\r\nPING\r\n`)
  })

/**
 * Whether a Postgres lets us in and answers.
 * @returns {Promise<Error | null>} null when it does
 */
export async function askPostgres(connectionString) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whether a Redis anywhere answers a PING.
 * @returns {Promise<Error | null>} null when it does
 */
export async function askRedis(url) {
  const { createClient } = await import('redis')
  const client = createClient({ url, socket: { connectTimeout: TIMEOUT_MS, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return null
  } catch (error) {
    return error
  } finally {
    if (client.isOpen) client.destroy()
  }
}
