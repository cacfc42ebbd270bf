import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { run, which } from '../processes/run.mjs'
import { printStatus, startProgress } from '../terminal/output.mjs'

/** The release whose packages the images are made of: it has the major versions that compose.yaml names. */
const RELEASE = 'trixie'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
const PACKAGES = ['dash', 'coreutils', 'docker-compose', 'postgresql-17', 'valkey-server', 'caddy']
/** Folders that are links into /usr. */
const LINKS = ['bin', 'sbin', 'lib', 'lib64']
/** Kept for the next run. */
const FOLDER = '/var/lib/halyard/test-debian'
const DEPLOYMENT_TESTS = 'tests/instances/deployments.test.ts'

/**
 * Words of apt-get that make it use only `folder`: nothing is installed on this machine, and for apt nothing is there yet.
 * @param {string} folder
 */
function aptOf(folder) {
  const [sources, status] = [join(folder, 'sources.list'), join(folder, 'status')]
  for (const path of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(sources, `deb [signed-by=${KEYS}] http://deb.debian.org/debian ${RELEASE} main\n`)
  writeFileSync(status, '')
  const settings = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': status,
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
    'APT::Install-Recommends': '0'
  }
  return ['apt-get', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
}

/**
 * Downloads the packages with all that they depend on and unpacks them into `root`.
 * @param {string} folder @param {string} root is there only when it is whole @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether it is there now
 */
async function unpack(folder, root, signal) {
  const [program = '', ...words] = aptOf(folder)
  for (const more of [['update'], ['install', '-y', '--download-only', ...PACKAGES]])
    if ((await run(program, [...words, ...more], { signal })).code !== 0) return false
  const draft = `${root}.draft`
  rmSync(draft, { recursive: true, force: true })
  for (const name of LINKS) {
    mkdirSync(join(draft, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(draft, name))
  }
  const archives = join(folder, 'cache/archives')
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb')))
    if ((await run('dpkg-deb', ['-x', join(archives, name), draft], { signal })).code !== 0) return false
  writeFileSync(join(draft, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nstore:x:999:999::/:/bin/sh\n')
  mkdirSync(join(draft, 'tmp'))
  chmodSync(join(draft, 'tmp'), 0o1777)
  renameSync(draft, root)
  rmSync(join(folder, 'cache'), { recursive: true })
  return true
}

/**
 * A folder with programs of Debian, for images that the tests make instead of pulling them: Postgres, Valkey, Caddy, and
 * Docker's compose plugin.
 * @param {import('./vitest.mjs').ProjectName} project @param {string[]} filters @param {AbortSignal} signal
 * @returns {Promise<{ DEBIAN_ROOT?: string }>} {} where they are not needed or cannot be had
 */
export async function debianFor(project, filters, signal) {
  const isNeeded = filters.length === 0 || filters.some((filter) => DEPLOYMENT_TESTS.includes(filter))
  if (project !== 'instances' || !isNeeded) return {}
  const root = join(FOLDER, RELEASE)
  if (existsSync(root)) return { DEBIAN_ROOT: root }
  if (process.getuid?.() === 0 && which('apt-get') && which('dpkg-deb') && existsSync(KEYS)) {
    const progress = startProgress('Fetching Postgres, Valkey, Caddy and docker compose from Debian')
    if (await unpack(FOLDER, root, signal)) {
      progress.succeed()
      return { DEBIAN_ROOT: root }
    }
    progress.fail()
  }
  printStatus(
    `— compose.yaml and the Swarm stack are NOT started: that needs root and packages of Debian ${RELEASE}.`
  )
  return {}
}
