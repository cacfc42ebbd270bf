import { run, which } from '../processes/run.mjs'

/** @typedef {'apt-get' | 'dnf' | 'apk' | 'pacman' | 'brew'} Manager */

/**
 * How each package manager installs without questions and without starting what it installs.
 * @type {Record<Manager, { before: string[][], install: string[] }>}
 */
const MANAGERS = {
  'apt-get': {
    before: [['apt-get', 'update']],
    install: ['apt-get', 'install', '-y', '--no-install-recommends']
  },
  dnf: { before: [], install: ['dnf', 'install', '-y'] },
  apk: { before: [], install: ['apk', 'add', '--no-cache'] },
  pacman: { before: [], install: ['pacman', '-Sy', '--noconfirm', '--needed'] },
  brew: { before: [], install: ['brew', 'install'] }
}

const ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', HOMEBREW_NO_AUTO_UPDATE: '1' }

/**
 * Words before a command that installs: none for root and brew, sudo when it needs no password.
 * @param {Manager} manager @returns {Promise<string[] | null>} null: no permission
 */
async function permissionPrefix(manager) {
  if (manager === 'brew' || process.getuid?.() === 0) return []
  if (which('sudo') && (await run('sudo', ['-n', 'true'])).code === 0) return ['sudo', '-n']
  return null
}

/** @param {Partial<Record<Manager, readonly (string | readonly string[])[]>>} candidates */
function findManager(candidates) {
  for (const manager of /** @type {const} */ (['apt-get', 'dnf', 'apk', 'pacman', 'brew'])) {
    const names = candidates[manager]
    if (names && which(manager)) return { manager, names }
  }
  return null
}

/**
 * Installs a program with the system's package manager, if that is permitted.
 * @param {Partial<Record<Manager, readonly (string | readonly string[])[]>>} candidates package names by manager, best
 *   first; an array is several packages that belong together
 * @param {{ onLine?: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<string | null>} null when installed; otherwise a command for a person to run, or '' if there is none
 */
export async function installSystemPackage(candidates, { onLine, signal }) {
  const found = findManager(candidates)
  if (!found) return ''
  const { before, install } = MANAGERS[found.manager]
  const manualCommand = [...install, ...[found.names[0] ?? []].flat()].join(' ')
  const prefix = await permissionPrefix(found.manager)
  if (!prefix) return manualCommand
  const env = { ...process.env, ...ENVIRONMENT }
  /** @param {string[]} command */
  const call = (command) => {
    const [program = '', ...args] = [...prefix, ...command]
    return run(program, args, { env, onLine, signal })
  }
  for (const command of before) await call(command)
  for (const names of found.names) {
    if ((await call([...install, ...[names].flat()])).code === 0) return null
  }
  return manualCommand
}
