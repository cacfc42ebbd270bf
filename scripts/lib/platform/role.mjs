import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../paths.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'

/** @typedef {Record<string, string | undefined>} Environment */

/** `all` is the launcher; `migrate` ends when the database is up to date. */
export const ROLES = /** @type {const} */ (['all', 'web', 'scoring', 'jobs', 'migrate'])
/** @typedef {typeof ROLES[number]} Role */

/** Variables that may be given as a file by NAME_FILE, as container engines hand over secrets. */
const FROM_FILES = [
  'DATABASE_URL',
  'REDIS_URL',
  'HALYARD_SECRET',
  'HALYARD_ADMIN_PASSWORD',
  'SMTP_URL',
  'SMTP_PASSWORD',
  'CAPTCHA_SECRET_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY'
]

/** Default ports of /healthz. */
const PORTS = /** @type {const} */ ({
  web: ['PORT', 8080],
  scoring: ['SCORING_PORT', 8081],
  jobs: ['JOBS_PORT', 8082]
})

/** @param {readonly string[]} argv @param {Environment} env @throws {UserError} for an unknown role */
export function readRole(argv, env) {
  const rest = [...argv]
  const at = rest.findIndex((word) => word === '--role' || word.startsWith('--role='))
  const asked = at < 0 ? [] : rest.splice(at, rest[at] === '--role' ? 2 : 1)
  const name = at < 0 ? env.HALYARD_ROLE?.trim() || 'all' : asked.join('=').replace(/^--role=?/, '')
  const role = ROLES.find((known) => known === name)
  if (!role) throw new UserError(`The role must be one of ${ROLES.join(', ')}, not "${name}".`)
  return { role, rest }
}

/** @param {Exclude<Role, 'all'>} role @param {Environment} env @throws {UserError} with one sentence for each fault */
export function roleEnvironment(role, env) {
  /** @type {Environment} */
  const whole = { ...env, HALYARD_ROLE: role, NODE_ENV: 'production' }
  /** @type {string[]} */
  const faults = []
  for (const name of FROM_FILES) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    try {
      Object.assign(whole, { [name]: readFileSync(path, 'utf8').trim() })
    } catch (error) {
      faults.push(`${name}_FILE cannot be read (${describeError(error)}).`)
    }
  }
  const missing = ['DATABASE_URL', 'REDIS_URL', 'HALYARD_SECRET'].filter((name) => !whole[name]?.trim())
  if (missing.length > 0 && faults.length === 0)
    faults.push(
      `The role ${role} needs ${missing.join(' and ')}: processes that run alone share one Postgres, one Redis and one secret.`
    )
  if (faults.length > 0) throw new UserError(...faults)
  // Some shells set HOST to the machine's name; only an address is meant for us.
  if (!isIP(whole.HOST?.trim() ?? '')) delete whole.HOST
  return whole
}

/** @param {Role} role @param {Environment} env @returns {{ host: string, port: number } | null} null: it has no /healthz */
export function healthAddress(role, env) {
  if (role === 'all' || role === 'migrate') return null
  const [variable, port] = PORTS[role]
  const host = env.HOST?.trim() ?? ''
  const named = isIP(host) !== 0 && host !== '0.0.0.0' && host !== '::'
  return { host: named ? host : '127.0.0.1', port: Number(env[variable] || port) }
}

/**
 * Runs a role in this process, which may be the first of a container. Resolves once it has started; `migrate`: has ended.
 * @param {Exclude<Role, 'all'>} role @throws {UserError}
 */
export async function runRole(role) {
  // The first process of a container ignores signals without a handler.
  const stop = () => process.exit(0)
  const signals = /** @type {const} */ (['SIGTERM', 'SIGINT'])
  for (const signal of signals) process.on(signal, stop)
  const env = roleEnvironment(role, process.env)
  if (!('HOST' in env)) delete process.env.HOST
  Object.assign(process.env, env)
  process.chdir(inRoot())
  process.setSourceMapsEnabled(true)
  const several = role === 'web' && Number(process.env.WEB_PROCESSES || 1) > 1
  await import(pathToFileURL(inRoot(`build/${several ? 'workers' : role}.js`)).href)
  for (const signal of signals) process.off(signal, stop)
}
