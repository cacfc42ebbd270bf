import { request } from 'node:http'
import { asObject } from '../files/json.mjs'

const TIMEOUT_MS = 30_000
const PING_TIMEOUT_MS = 2000
const DEFAULT_PORT = 2375

export class EngineRefusal extends Error {
  /** @param {number} status @param {string} message of the engine */
  constructor(status, message) {
    super(message)
    this.name = 'EngineRefusal'
    this.status = status
  }
}

/**
 * @param {string} host as in DOCKER_HOST
 * @returns {{ socketPath: string } | { host: string, port: number } | null} null: not supported (ssh, npipe)
 */
export function addressOf(host) {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) }
  const [, name, address, port] =
    host.match(/^(?:tcp|http):\/\/(?:([^/:[\]]+)|\[(.+)\])(?::(\d+))?\/?$/) ?? []
  const hostname = name ?? address
  return hostname ? { host: hostname, port: Number(port ?? DEFAULT_PORT) } : null
}

/** @param {import('node:http').IncomingMessage} response */
const readBody = (response) =>
  new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = []
    response.on('data', (chunk) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve(Buffer.concat(chunks)))
  })

/** @param {string} text @returns {unknown} parsed JSON, or the text where it is none */
const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The lines of a progress stream. Its status is 200 even when it ends in an error.
 * @param {string} text @throws {EngineRefusal}
 */
function readStream(text) {
  const values = text.split('\r\n').filter(Boolean).map(parse)
  const error = values.map((value) => asObject(value)?.error).find(Boolean)
  if (error) throw new EngineRefusal(500, String(error))
  return values
}

/** @param {number} status @param {string} text @param {boolean} stream @throws {EngineRefusal} */
function readAnswer(status, text, stream) {
  if (status >= 400) throw new EngineRefusal(status, String(asObject(parse(text))?.message ?? text.trim()))
  return stream ? readStream(text) : parse(text)
}

/**
 * @typedef {object} CallOptions
 * @property {unknown} [json] body
 * @property {import('node:stream').Readable} [tar] body
 * @property {Record<string, string>} [headers]
 * @property {boolean} [stream] the reply is a progress stream, as of a pull
 * @property {number} [timeoutMs] for the whole call; 30 seconds by default
 */

/**
 * @param {string} host as in DOCKER_HOST @param {string} method @param {string} path with query @param {CallOptions} [options]
 * @returns {Promise<unknown>} parsed JSON, else text; of a stream an array
 * @throws {EngineRefusal} for a status from 400 on; a system error when nothing replies
 */
export function callEngine(host, method, path, options = {}) {
  const { json, tar, headers, stream = false, timeoutMs = TIMEOUT_MS } = options
  const address = addressOf(host)
  if (!address) return Promise.reject(new Error(`${host} is no address of an engine`))
  const body = json === undefined ? null : Buffer.from(JSON.stringify(json))
  const type = body ? 'application/json' : tar ? 'application/x-tar' : null
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...address,
        method,
        path,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(type ? { 'Content-Type': type } : {}),
          ...(body ? { 'Content-Length': body.length } : {}),
          ...headers
        }
      },
      (response) => {
        readBody(response)
          .then((bytes) => resolve(readAnswer(response.statusCode ?? 0, bytes.toString('utf8'), stream)))
          .catch(reject)
      }
    )
    call.on('error', reject)
    if (tar) tar.on('error', reject).pipe(call)
    else call.end(body)
  })
}

/** @param {string} host as in DOCKER_HOST */
export const answersEngine = (host) =>
  callEngine(host, 'GET', '/_ping', { timeoutMs: PING_TIMEOUT_MS }).then(
    () => true,
    () => false
  )
