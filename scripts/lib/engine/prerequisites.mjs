import { installSystemPackage } from '../install/system-packages.mjs'
import { run, which } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'
import { staticBusybox } from './image.mjs'

/** Programs that images are made and served with, and their packages. */
const FOR_IMAGES = { 'docker-registry': 'docker-registry', htpasswd: 'apache2-utils' }
const FOR_ENGINE = { dockerd: 'docker.io', iptables: 'iptables' }

/** @param {Record<string, string>} programs packages by program */
async function missingPackages(programs) {
  const missing = Object.entries(programs)
    .filter(([program]) => !which(program))
    .map(([, name]) => name)
  return (await staticBusybox()) ? missing : ['busybox-static', ...missing]
}

/**
 * @param {{ withEngine: boolean, signal?: AbortSignal }} options `withEngine`: also what starting an engine needs
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
/** The first process of a pid namespace must reap orphans; a shell does, Node does not. */
const REAPER = ['sh', '-c', '"$@"; exit $?', 'sh']

/** Runs a command with interfaces, mounts and processes of its own, which end with it. */
export const ISOLATED_COMMAND = ['unshare', ...NAMESPACES, ...REAPER]

/** @returns {Promise<string | null>} why namespaces cannot be made; null when they can */
export async function namespaceObstacle() {
  if (process.platform !== 'linux') return 'none runs, and one is started on Linux only'
  if (process.getuid?.() !== 0) return 'none runs, and only root may start one'
  const { code, tail } = await run('unshare', [...NAMESPACES, ...REAPER, 'true'])
  return code === 0 ? null : `no namespaces: ${tail.at(-1) ?? 'unshare said nothing'}`
}
