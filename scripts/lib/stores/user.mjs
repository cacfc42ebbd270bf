import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run, which } from '../processes.mjs'
import { Fault, reason } from '../say.mjs'

/** Users to run the stores as when the launcher is root, best first. */
const NAMES = ['halyard', 'postgres']
const LAST_RESORT = 'nobody'

async function lookUp(name) {
  const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  if (user.code !== 0 || group.code !== 0) return null
  return { uid: Number(user.tail[0]), gid: Number(group.tail[0]) }
}

async function create(name) {
  if (which('useradd')) {
    const args = [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false'
    ]
    await run('useradd', [...args, name])
  } else if (which('adduser')) {
    await run('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', name])
  }
  return lookUp(name)
}

const ownerOf = (path) => {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

/**
 * Postgres refuses to run as root, and Redis has no need to: as root the stores get a user without rights.
 * @param {string} storeDir a store's folder; if a user without rights owns it already, it is that one
 * @returns {Promise<{ uid: number, gid: number } | null>} null: the launcher's own user, which is not root
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
    throw new Fault(
      'Postgres does not run as root, and no other user could be created: start Halyard as one.'
    )
  return user
}

function give(path, user) {
  const stat = lstatSync(path)
  if (stat.uid !== user.uid || stat.gid !== user.gid) lchownSync(path, user.uid, user.gid)
  if (stat.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), user)
}

/**
 * Makes a store's folder: there, private, and its user's own down to the last file.
 * @param {string} dir
 * @param {{ uid: number, gid: number } | null} user
 * @throws {Fault} when it belongs to somebody else
 */
export function ownFolder(dir, user) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (user) give(dir, user)
    chmodSync(dir, 0o700)
  } catch (error) {
    throw new Fault(`The folder ${dir} cannot be used (${reason(error)}); it may belong to another user.`)
  }
}

/** Whether the user may run a program: all folders above it let them through. */
export async function canRun(program, user) {
  if (!user) return true
  const { code } = await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', program], { ...user, cwd: '/' })
  return code === 0
}
