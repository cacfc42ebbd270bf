import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run, which } from '../processes/run.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'

/** @typedef {{ uid: number, gid: number }} User */

/** Users of the stores when the launcher is root, best first. */
const NAMES = /** @type {const} */ (['halyard', 'postgres'])
const LAST_RESORT = 'nobody'

/** @param {string} name @returns {Promise<User | null>} null when there is no such user */
async function lookUp(name) {
  const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  if (user.code !== 0 || group.code !== 0) return null
  return { uid: Number(user.tail[0]), gid: Number(group.tail[0]) }
}

/** @param {string} name @returns {Promise<User | null>} null when it could not be created */
async function create(name) {
  if (which('useradd')) {
    const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false']
    await run('useradd', ['--system', '--user-group', ...home, name])
  } else if (which('adduser')) {
    await run('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', name])
  }
  return lookUp(name)
}

/** @param {string} path */
const ownerOf = (path) => lstatSync(path, { throwIfNoEntry: false })

/**
 * The user to run a store as: Postgres refuses root, and Redis does not need it.
 * @param {string} storeDir if a user without rights owns it already, it is that one
 * @returns {Promise<User | null>} null: the launcher's own user, which is not root
 * @throws {UserError} when the launcher is root and there is no other user
 */
export async function storeUser(storeDir) {
  if (process.getuid?.() !== 0) return null
  const owner = ownerOf(storeDir)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of NAMES) {
    const user = await lookUp(name)
    if (user) return user
  }
  const user = (await create(NAMES[0])) ?? (await lookUp(LAST_RESORT))
  if (!user)
    throw new UserError(
      'Postgres does not run as root, and no other user could be created: start Halyard as one.'
    )
  return user
}

/** @param {string} path @param {User} user */
function changeOwner(path, user) {
  const stat = lstatSync(path)
  if (stat.uid !== user.uid || stat.gid !== user.gid) lchownSync(path, user.uid, user.gid)
  if (stat.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), user)
}

/**
 * Makes a store's folder, private and owned by its user down to the last file.
 * @param {string} dir @param {User | null} user null: the launcher's own @throws {UserError} when another user owns it
 */
export function ensurePrivateFolder(dir, user) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (user) changeOwner(dir, user)
    chmodSync(dir, 0o700)
  } catch (error) {
    throw new UserError(
      `The folder ${dir} cannot be used (${describeError(error)}); it may belong to another user.`
    )
  }
}

/** Whether all folders above a program let a user through. @param {string} program path @param {User | null} user null: own */
export async function canRun(program, user) {
  if (!user) return true
  const { code } = await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', program], { ...user, cwd: '/' })
  return code === 0
}
