import { request } from 'node:http'

const TIMEOUT_MS = 30_000

/** An engine's answer that is no success. */
export class EngineRefusal extends Error {
  /** @param {number} status @param {string} message the engine's own */
  constructor(status, message) {
    super(message)
    this.name = 'EngineRefusal'
    this.status = status
  }
}

/**
 * Where requests to an engine go.
 * @param {string} host as in DOCKER_HOST
 * @returns {{ socketPath: string } | { host: string, port: number } | null} null: a way that is not spoken here (ssh, npipe)
 */
export function addressOf(host) {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) }
  const [, name, address, port] =
    host.match(/^(?:tcp|http):\/\/(?:([^/:[\]]+)|\[(.+)\])(?::(\d+))?\/?$/) ?? []
  if (!name && !address) return null
  return { host: name ?? address, port: Number(port ?? 2375) }
}

const readAnswer = (response) =>
  new Promise((resolve, reject) => {
    const chunks = []
    response.on('data', (chunk) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve(Buffer.concat(chunks)))
  })

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Values of a stream that tells of progress, one in a line; it begins as a success and may end in an error. */
function judgeStream(text) {
  const values = text.split('\r\n').filter(Boolean).map(parse)
  const failed = values.find((value) => value.error)
  if (failed) throw new EngineRefusal(500, failed.error)
  return values
}

function judge(status, text, stream) {
  if (status >= 400) throw new EngineRefusal(status, parse(text).message ?? text.trim())
  return stream ? judgeStream(text) : parse(text)
}

/**
 * One call of the engine's HTTP API.
 * @param {string} host as in DOCKER_HOST
 * @param {string} method
 * @param {string} path with its query
 * @param {object} [options]
 * @param {unknown} [options.json] body
 * @param {import('node:stream').Readable} [options.tar] body
 * @param {Record<string, string>} [options.headers]
 * @param {boolean} [options.stream] the answer is a stream of values, as of a pull
 * @param {number} [options.timeoutMs] for the whole call
 * @returns {Promise<any>} parsed JSON, or text where it is something else; of a stream an array
 * @throws {EngineRefusal} for an answer from 400 on; a system error when nobody answers
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
        readAnswer(response)
          .then((bytes) => resolve(judge(response.statusCode, bytes.toString('utf8'), stream)))
          .catch(reject)
      }
    )
    call.on('error', reject)
    if (tar) tar.on('error', reject).pipe(call)
    else call.end(body)
  })
}

/** Whether an engine answers there within two seconds. */
export const answersEngine = (host) =>
  callEngine(host, 'GET', '/_ping', { timeoutMs: 2000 }).then(
    () => true,
    () => false
  )
