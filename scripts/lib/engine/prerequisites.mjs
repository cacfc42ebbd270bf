import { installSystemPackage } from '../install/system-packages.mjs'
import { run, which } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'
import { staticBusybox } from './image.mjs'

/** What images are made of and served with, and the packages that bring it. */
const FOR_IMAGES = { 'docker-registry': 'docker-registry', htpasswd: 'apache2-utils' }
/** What an isolated engine needs beside it. */
const FOR_ENGINE = { dockerd: 'docker.io', iptables: 'iptables' }

/** @param {Record<string, string>} programs packages by the program they bring */
async function missingPackages(programs) {
  const missing = Object.entries(programs)
    .filter(([program]) => !which(program))
    .map(([, name]) => name)
  return (await staticBusybox()) ? missing : ['busybox-static', ...missing]
}

/**
 * @param {{ withEngine: boolean, signal?: AbortSignal }} options `withEngine`: an engine will be started too
 * @returns {Promise<string | null>} null when all are there; otherwise a reason, such as "dockerd is not installed"
 */
export async function obtainPrograms({ withEngine, signal }) {
  const programs = withEngine ? { ...FOR_ENGINE, ...FOR_IMAGES } : FOR_IMAGES
  const missing = await missingPackages(programs)
  if (missing.length === 0) return null
  const progress = startProgress(`Installing ${missing.join(', ')}`)
  /** @param {string} line */
  const onLine = (line) => progress.update(line)
  const manualCommand = await installSystemPackage({ 'apt-get': [missing] }, { onLine, signal })
  const still = await missingPackages(programs)
  if (still.length === 0) {
    progress.succeed()
    return null
  }
  progress.fail()
  return manualCommand ? `to be installed: ${manualCommand}` : `not installed: ${still.join(', ')}`
}

const NAMESPACES = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']
/** The first process of a pid namespace must reap orphans, which a shell does and Node does not. */
const REAPER = ['sh', '-c', '"$@"; exit $?', 'sh']

/** The words that run a command with interfaces, mounts and processes of its own, which all end with it. */
export const ISOLATED_COMMAND = ['unshare', ...NAMESPACES, ...REAPER]

/** @returns {Promise<string | null>} null: yes; otherwise a reason */
export async function namespaceObstacle() {
  if (process.platform !== 'linux') return 'none runs, and one is started on Linux only'
  if (process.getuid?.() !== 0) return 'none runs, and only root may start one'
  const { code, tail } = await run('unshare', [...NAMESPACES, ...REAPER, 'true'])
  return code === 0 ? null : `no namespaces: ${tail.at(-1) ?? 'unshare said nothing'}`
}
