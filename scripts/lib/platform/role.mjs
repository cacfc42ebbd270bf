import { isIP } from 'node:net'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../paths.mjs'
import { UserError } from '../terminal/errors.mjs'
import { withSecretFiles } from './secret-files.mjs'

/** @typedef {Record<string, string | undefined>} Environment */

/** `all` is the launcher; `migrate` ends when the database is up to date. */
export const ROLES = /** @type {const} */ (['all', 'web', 'scoring', 'jobs', 'migrate'])
/** @typedef {typeof ROLES[number]} Role */

/** Commands that a container runs beside the roles: the program, and the word that it expects first. */
const COMMANDS = /** @type {const} */ ({
  backup: ['backup', 'backup'],
  restore: ['backup', 'restore'],
  event: ['event'],
  files: ['files'],
  game: ['game'],
  suitcase: ['suitcase']
})

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

/**
 * The environment of a process on stores of others.
 * @param {string} who as in "The role web" @param {Environment} env @returns {Environment}
 * @throws {UserError} with one sentence for each fault
 */
function aloneEnvironment(who, env) {
  const whole = withSecretFiles({ ...env, NODE_ENV: 'production' })
  const missing = ['DATABASE_URL', 'REDIS_URL', 'HALYARD_SECRET'].filter((name) => !whole[name]?.trim())
  if (missing.length > 0)
    throw new UserError(
      `${who} needs ${missing.join(' and ')}: processes that run alone share one Postgres, one Redis and one secret.`
    )
  whole.HALYARD_SECRET = whole.HALYARD_SECRET?.trim().toLowerCase()
  // Some shells set HOST to the machine's name; only an address is meant for us.
  if (!isIP(whole.HOST?.trim() ?? '')) delete whole.HOST
  return whole
}

/**
 * @param {Exclude<Role, 'all'>} role @param {Environment} env @returns {Environment}
 * @throws {UserError} with one sentence for each fault
 */
export function roleEnvironment(role, env) {
  return { ...aloneEnvironment(`The role ${role}`, env), HALYARD_ROLE: role }
}

/** @param {Role} role @param {readonly string[]} rest its options @throws {UserError} for one that it does not know */
export function refuseOptions(role, rest) {
  const unknown = rest.find((word) => role !== 'migrate' || word !== '--reset-admin')
  if (unknown) throw new UserError(`The role ${role} does not know the option ${unknown}.`)
}

/** @param {Role} role @param {Environment} env @returns {{ host: string, port: number } | null} null: it has no /healthz */
export function healthAddress(role, env) {
  if (role === 'all' || role === 'migrate') return null
  const [variable, port] = PORTS[role]
  const host = env.HOST?.trim() ?? ''
  const named = isIP(host) !== 0 && host !== '0.0.0.0' && host !== '::'
  return { host: named ? host : '127.0.0.1', port: Number(env[variable] || port) }
}

/** @param {Environment} env replaces that of this process */
function replaceEnvironment(env) {
  if (!('HOST' in env)) delete process.env.HOST
  Object.assign(process.env, env)
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
  replaceEnvironment(roleEnvironment(role, process.env))
  process.chdir(inRoot())
  process.setSourceMapsEnabled(true)
  const several = role === 'web' && Number(process.env.WEB_PROCESSES || 1) > 1
  await import(pathToFileURL(inRoot(`build/${several ? 'workers' : role}.js`)).href)
  for (const signal of signals) process.off(signal, stop)
}

/**
 * Runs `backup FILE` and the like in this process, as a container does; a checkout has `npm run backup`.
 * @param {readonly string[]} argv @returns {Promise<boolean>} false: it is no command @throws {UserError}
 */
export async function runCommand(argv) {
  const [name = '', ...words] = argv
  const [, [program, ...first] = []] = Object.entries(COMMANDS).find(([known]) => known === name) ?? []
  if (!program) return false
  replaceEnvironment(aloneEnvironment(`The command ${name}`, process.env))
  process.argv.splice(2, process.argv.length, ...first, ...words)
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(inRoot(`build/${program}.js`)).href)
  return true
}
