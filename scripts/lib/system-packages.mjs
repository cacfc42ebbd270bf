import { run, which } from './processes.mjs'

/** How each system installs, without questions and without starting what it installs. */
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

/** The words to put before a command so that it may install: none for root and brew, sudo if it asks nothing. */
async function permission(manager) {
  if (manager === 'brew' || process.getuid?.() === 0) return []
  if (which('sudo') && (await run('sudo', ['-n', 'true'])).code === 0) return ['sudo', '-n']
  return null
}

/**
 * Installs a program with the system's package manager if we are permitted to.
 * @param {Record<string, (string | string[])[]>} names package names to try, best first, by manager: apt-get, dnf, apk,
 *   pacman, brew; an array is several packages that belong together
 * @param {{ onLine?: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<string | null>} null when installed; otherwise the command a person could run, or '' if there is none
 */
export async function installSystemPackage(names, { onLine, signal }) {
  const manager = Object.keys(names).find((name) => which(name))
  if (!manager) return ''
  const { before, install } = MANAGERS[manager]
  const byHand = [...install, names[manager][0]].flat().join(' ')
  const sudo = await permission(manager)
  if (!sudo) return byHand
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    RUNLEVEL: '1',
    HOMEBREW_NO_AUTO_UPDATE: '1'
  }
  const call = (words) => {
    const [program, ...args] = [...sudo, ...words]
    return run(program, args, { env, onLine, signal })
  }
  for (const words of before) await call(words)
  for (const name of names[manager]) {
    if ((await call([...install, name].flat())).code === 0) return null
  }
  return byHand
}
