import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '../paths.mjs'
import { describeError, errorCode, UserError } from '../terminal/errors.mjs'
import { withSecretFiles } from './secret-files.mjs'

/** @typedef {Record<string, string | undefined>} Environment */
/** @typedef {string[]} Faults whole sentences; each reader adds its own */

/** @param {string} text @param {readonly string[]} protocols */
const isUrl = (text, protocols) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}

/**
 * Reads an optional address. The fault never repeats the value, which may contain a password.
 * @param {Environment} env @param {string} name @param {{ protocols: readonly string[], example: string }} format
 * @param {Faults} faults
 */
function readAddress(env, name, { protocols, example }, faults) {
  const value = env[name]?.trim()
  if (!value) return null
  if (!isUrl(value, protocols)) faults.push(`${name} must be an address such as ${example}.`)
  return value
}

const POSTGRES = {
  protocols: ['postgres:', 'postgresql:'],
  example: 'postgres://user:password@host:5432/name'
}
const REDIS = { protocols: ['redis:', 'rediss:'], example: 'redis://host:6379' }
const WEB = { protocols: ['http:', 'https:'], example: 'https://ctf.example.org' }

const HIGHEST_PORT = 65_535

/** @param {Environment} env @param {Faults} faults */
function readPort(env, faults) {
  const text = env.PORT?.trim() || '8080'
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= HIGHEST_PORT)) faults.push(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

const MAX_PROCESSES = 64
/** More help few events. One core is left to the other processes. */
const DEFAULT_WEB_PROCESSES = 4

/** Half of the viewers are another process's, and a second one goes on where the leader of a game ended. */
const DEFAULT_SCORING_PROCESSES = 2

/**
 * @param {Environment} env @param {'WEB_PROCESSES' | 'SCORING_PROCESSES'} name
 * @param {number} fallback number of processes when it is not set @param {Faults} faults
 */
function readProcesses(env, name, fallback, faults) {
  const text = env[name]?.trim()
  if (!text) return fallback
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > MAX_PROCESSES)
    faults.push(`${name} must be a whole number from 1 to ${MAX_PROCESSES}, not "${text}".`)
  return count
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const MIN_PASSWORD_LENGTH = 6

/** @param {Environment} env @param {Faults} faults */
function readPassword(env, faults) {
  const password = env.HALYARD_ADMIN_PASSWORD || null
  if (password && password.length < MIN_PASSWORD_LENGTH) {
    faults.push(`HALYARD_ADMIN_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters.`)
  }
  return password
}

/** @param {Environment} env @param {Faults} faults */
function readSecret(env, faults) {
  const secret = env.HALYARD_SECRET?.trim().toLowerCase()
  if (!secret) return null
  if (!/^[0-9a-f]{64}$/.test(secret)) faults.push('HALYARD_SECRET must be 64 hexadecimal digits.')
  return secret
}

/** @param {Environment} env @param {Faults} faults @returns {'on' | 'off'} */
function readRateLimits(env, faults) {
  const text = env.HALYARD_RATE_LIMITS?.trim() || 'on'
  if (text === 'on' || text === 'off') return text
  faults.push(`HALYARD_RATE_LIMITS must be "on" or "off", not "${text}".`)
  return 'on'
}

/**
 * @typedef {object} Settings the README's configuration table, as far as the launcher reads it; null: not set
 * @property {string | null} host address to listen on; null: all of them
 * @property {number} port 0: any free one
 * @property {string} dataDir absolute
 * @property {string | null} adminPassword
 * @property {string | null} databaseUrl
 * @property {string | null} redisUrl
 * @property {string | null} publicUrl
 * @property {'on' | 'off'} rateLimits
 * @property {string | null} secret 64 hexadecimal digits
 * @property {number} webProcesses
 * @property {number} scoringProcesses
 */

/** @param {Environment} env @returns {Settings} @throws {UserError} with one sentence for each fault */
export function readSettings(env) {
  /** @type {Faults} */
  const faults = []
  if (env.LOG_LEVEL && !LOG_LEVELS.includes(env.LOG_LEVEL)) {
    faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`)
  }
  const host = env.HOST?.trim() ?? ''
  const cores = availableParallelism()
  const settings = {
    // Some shells set HOST to the machine's name; only an address is meant for us.
    host: isIP(host) ? host : null,
    port: readPort(env, faults),
    dataDir: resolve(ROOT, env.HALYARD_DATA?.trim() || 'data'),
    adminPassword: readPassword(env, faults),
    databaseUrl: readAddress(env, 'DATABASE_URL', POSTGRES, faults),
    redisUrl: readAddress(env, 'REDIS_URL', REDIS, faults),
    publicUrl: readAddress(env, 'PUBLIC_URL', WEB, faults),
    rateLimits: readRateLimits(env, faults),
    secret: readSecret(env, faults),
    webProcesses: readProcesses(
      env,
      'WEB_PROCESSES',
      Math.max(1, Math.min(cores - 1, DEFAULT_WEB_PROCESSES)),
      faults
    ),
    scoringProcesses: readProcesses(
      env,
      'SCORING_PROCESSES',
      Math.min(cores, DEFAULT_SCORING_PROCESSES),
      faults
    )
  }
  if (faults.length > 0) throw new UserError(...faults)
  return settings
}

/** The settings of this process, whose environment then has what files of secrets hold. @throws {UserError} */
export function readOwnSettings() {
  Object.assign(process.env, withSecretFiles(process.env))
  return readSettings(process.env)
}

/**
 * Makes a folder with its parents. Node's `recursive` never returns where the system refuses with ENOENT, such as /proc.
 * @param {string} dir @param {number} [mode] of the folder itself
 */
function makeFolder(dir, mode) {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode })
  } catch (error) {
    // Another launcher was faster.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** Not empty, because an empty file can be written on a full disk. */
const PROBE = Buffer.alloc(1024 * 1024, 1)

/** Makes the data folder with `logs` and writes into it. @param {string} dataDir @throws {UserError} in one sentence */
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
    throw new UserError(
      `The data folder ${dataDir} cannot be written (${describeError(error)}); choose another with HALYARD_DATA.`
    )
  }
}
