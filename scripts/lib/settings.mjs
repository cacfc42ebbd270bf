import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from './paths.mjs'
import { Fault, reason } from './say.mjs'

const isUrl = (text, protocols) => {
  try {
    const url = new URL(text)
    return protocols.includes(url.protocol) && url.hostname !== ''
  } catch {
    return false
  }
}

/** An optional address: its fault never repeats the value, which may hold a password. */
function address(env, name, protocols, example, faults) {
  const value = env[name]?.trim()
  if (!value) return null
  if (!isUrl(value, protocols)) faults.push(`${name} must be an address such as ${example}.`)
  return value
}

function portOf(env, faults) {
  const text = env.PORT?.trim() || '8080'
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) faults.push(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

const MOST_WEB_PROCESSES = 64

/** More of them than this are of use to few events; who needs them says so. A core stays for the other processes. */
const WEB_PROCESSES = 4
const usualWebProcesses = () => Math.max(1, Math.min(availableParallelism() - 1, WEB_PROCESSES))

function webProcessesOf(env, faults) {
  const text = env.WEB_PROCESSES?.trim()
  if (!text) return usualWebProcesses()
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > MOST_WEB_PROCESSES)
    faults.push(`WEB_PROCESSES must be a whole number from 1 to ${MOST_WEB_PROCESSES}, not "${text}".`)
  return count
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const SHORTEST_PASSWORD = 6

function passwordOf(env, faults) {
  const password = env.HALYARD_ADMIN_PASSWORD || null
  if (password && password.length < SHORTEST_PASSWORD) {
    faults.push(`HALYARD_ADMIN_PASSWORD must have at least ${SHORTEST_PASSWORD} characters.`)
  }
  return password
}

function secretOf(env, faults) {
  const secret = env.HALYARD_SECRET?.trim()
  if (!secret) return null
  if (!/^[0-9a-f]{64}$/i.test(secret)) faults.push('HALYARD_SECRET must be 64 hexadecimal digits.')
  return secret
}

/**
 * Reads the launcher's environment (the README's configuration table).
 * @param {Record<string, string | undefined>} env
 * @throws {Fault} with one sentence for each fault
 * @returns {{ host: string | null, port: number, dataDir: string, adminPassword: string | null, databaseUrl: string | null,
 *   redisUrl: string | null, publicUrl: string | null, rateLimits: 'on' | 'off', secret: string | null,
 *   webProcesses: number }}
 */
export function readSettings(env) {
  const faults = []
  const rateLimits = env.HALYARD_RATE_LIMITS?.trim() || 'on'
  if (rateLimits !== 'on' && rateLimits !== 'off') {
    faults.push(`HALYARD_RATE_LIMITS must be "on" or "off", not "${rateLimits}".`)
  }
  if (env.LOG_LEVEL && !LOG_LEVELS.includes(env.LOG_LEVEL)) {
    faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`)
  }
  const host = env.HOST?.trim() ?? ''
  const settings = {
    // Some shells export HOST with the machine's name; only an address is meant for us.
    host: isIP(host) ? host : null,
    port: portOf(env, faults),
    dataDir: resolve(ROOT, env.HALYARD_DATA?.trim() || 'data'),
    adminPassword: passwordOf(env, faults),
    databaseUrl: address(
      env,
      'DATABASE_URL',
      ['postgres:', 'postgresql:'],
      'postgres://user:password@host:5432/name',
      faults
    ),
    redisUrl: address(env, 'REDIS_URL', ['redis:', 'rediss:'], 'redis://host:6379', faults),
    publicUrl: address(env, 'PUBLIC_URL', ['http:', 'https:'], 'https://ctf.example.org', faults),
    rateLimits,
    secret: secretOf(env, faults),
    webProcesses: webProcessesOf(env, faults)
  }
  if (faults.length > 0) throw new Fault(...faults)
  return settings
}

/** `mkdir -p`; Node's own never ends where the system refuses with ENOENT, such as in /proc. */
function makeFolder(dir, mode) {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode })
  } catch (error) {
    // Another launcher was faster.
    if (error.code !== 'EEXIST') throw error
  }
}

/** On a full disk an empty file can still be written. */
const PROBE = Buffer.alloc(1024 * 1024, 1)

/**
 * Makes sure the data folder and its `logs` are there and can be written.
 * @throws {Fault} in one sentence
 */
export function prepareDataFolder(dataDir) {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    makeFolder(dataDir, 0o700)
    makeFolder(join(dataDir, 'logs'))
    try {
      writeFileSync(probe, PROBE)
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw new Fault(
      `The data folder ${dataDir} cannot be written (${reason(error)}); choose another with HALYARD_DATA.`
    )
  }
}
