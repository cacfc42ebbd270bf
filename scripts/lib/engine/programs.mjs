import { run, which } from '../processes.mjs'
import { step } from '../say.mjs'
import { installSystemPackage } from '../system-packages.mjs'
import { staticBusybox } from './image.mjs'

/** What images are made of and served with, and the packages that bring it. */
const FOR_IMAGES = { 'docker-registry': 'docker-registry', htpasswd: 'apache2-utils' }
/** What an engine of our own needs beside it. */
const FOR_ENGINE = { dockerd: 'docker.io', iptables: 'iptables' }

async function missingPackages(programs) {
  const missing = Object.entries(programs)
    .filter(([program]) => !which(program))
    .map(([, name]) => name)
  return (await staticBusybox()) ? missing : ['busybox-static', ...missing]
}

/**
 * Gets the programs, installing what is missing.
 * @param {{ own: boolean, signal?: AbortSignal }} options `own`: an engine will be started too
 * @returns {Promise<string | null>} null when all are there; otherwise a reason, such as "dockerd is not installed"
 */
export async function obtainPrograms({ own, signal }) {
  const programs = own ? { ...FOR_ENGINE, ...FOR_IMAGES } : FOR_IMAGES
  const missing = await missingPackages(programs)
  if (missing.length === 0) return null
  const progress = step(`Installing ${missing.join(', ')}`)
  const onLine = (line) => progress.update(line)
  const byHand = await installSystemPackage({ 'apt-get': [missing] }, { onLine, signal })
  const still = await missingPackages(programs)
  if (still.length === 0) {
    progress.done()
    return null
  }
  progress.failed()
  return byHand ? `to be installed: ${byHand}` : `not installed: ${still.join(', ')}`
}

/** The words that run a command with interfaces, mounts and processes of its own, which all end with it. */
export const APART = [
  'unshare',
  ...['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'],
  // A process that adopts others must also bury them, which a shell does and Node does not.
  ...['sh', '-c', '"$@"; exit $?', 'sh']
]

/**
 * Whether an engine of our own can be started here.
 * @returns {Promise<string | null>} null: yes; otherwise a reason
 */
export async function refusal() {
  if (process.platform !== 'linux') return 'none runs, and one is started on Linux only'
  if (process.getuid?.() !== 0) return 'none runs, and only root may start one'
  const { code, tail } = await run(APART[0], [...APART.slice(1), 'true'])
  return code === 0 ? null : `no namespaces: ${tail.at(-1) ?? 'unshare said nothing'}`
}
