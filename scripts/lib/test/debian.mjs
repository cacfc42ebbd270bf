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

/** The release that has the major versions which compose.yaml names. */
const RELEASE = 'trixie'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** What is wanted, and a file of each package. */
const PACKAGES = {
  dash: 'usr/bin/dash',
  coreutils: 'usr/bin/sleep',
  'docker-compose': 'usr/libexec/docker/cli-plugins/docker-compose',
  'postgresql-17': 'usr/lib/postgresql/17/bin/postgres',
  'valkey-server': 'usr/bin/valkey-server',
  'valkey-tools': 'usr/bin/valkey-cli',
  caddy: 'usr/bin/caddy'
}
/** Folders that are links into /usr. */
const LINKS = ['bin', 'sbin', 'lib', 'lib64']
/** Kept for the next run. */
const FOLDER = '/var/lib/halyard/test-debian'
const DEPLOYMENT_TESTS = 'tests/instances/deployments.test.ts'

/** @param {string} root */
const isWhole = (root) => Object.values(PACKAGES).every((file) => existsSync(join(root, file)))

/**
 * The archive of Debian that this machine installs its own packages from.
 * @param {AbortSignal} signal @returns {Promise<string | null>} null on other systems
 */
async function archive(signal) {
  const wanted = ['Identifier: Packages', 'Origin: Debian', 'Label: Debian']
  const { code, tail } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...wanted], {
    signal
  })
  return (code === 0 && tail[0]) || null
}

/**
 * Words of apt-get that make it use only `folder`: nothing is installed on this machine, and for apt nothing is there yet.
 * @param {string} folder @param {string} uri of the archive
 */
function aptOf(folder, uri) {
  const [sources, status] = [join(folder, 'sources.list'), join(folder, 'status')]
  for (const path of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(sources, `deb [signed-by=${KEYS}] ${uri} ${RELEASE} main\n`)
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
 * Unpacks the packages of a folder into `root`, which is there only when it is whole.
 * @param {string} archives @param {string} root @param {AbortSignal} signal
 */
async function unpack(archives, root, signal) {
  const draft = `${root}.draft`
  for (const old of [draft, root]) rmSync(old, { recursive: true, force: true })
  for (const name of LINKS) {
    mkdirSync(join(draft, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(draft, name))
  }
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb')))
    if ((await run('dpkg-deb', ['-x', join(archives, name), draft], { signal })).code !== 0) return false
  writeFileSync(join(draft, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nstore:x:999:999::/:/bin/sh\n')
  mkdirSync(join(draft, 'tmp'))
  chmodSync(join(draft, 'tmp'), 0o1777)
  if (!isWhole(draft)) return false
  renameSync(draft, root)
  return true
}

/**
 * Downloads the packages with all that they depend on.
 * @param {string} root @param {AbortSignal} signal @returns {Promise<boolean>} whether it is whole now
 */
async function fetchInto(root, signal) {
  const uri = await archive(signal)
  if (uri === null) return false
  const [program = '', ...words] = aptOf(FOLDER, uri)
  try {
    for (const more of [['update'], ['install', '-y', '--download-only', ...Object.keys(PACKAGES)]])
      if ((await run(program, [...words, ...more], { signal })).code !== 0) return false
    return await unpack(join(FOLDER, 'cache/archives'), root, signal)
  } finally {
    rmSync(join(FOLDER, 'cache'), { recursive: true, force: true })
  }
}

/** @param {string} reason */
function skipped(reason) {
  printStatus(`— compose.yaml and the Swarm stack are NOT started: ${reason}.`)
  return {}
}

/**
 * A folder with programs of Debian, for images that the tests make instead of pulling them: Postgres, Valkey, Caddy, and
 * Docker's compose plugin.
 * @param {import('./vitest.mjs').ProjectName} project
 * @param {{ filters: string[], isolated: boolean, signal: AbortSignal }} options `isolated`: the engine is the tests' own
 * @returns {Promise<{ DEBIAN_ROOT?: string }>} {} where they are not needed or cannot be had
 */
export async function debianFor(project, { filters, isolated, signal }) {
  const isNeeded = filters.length === 0 || filters.some((filter) => DEPLOYMENT_TESTS.includes(filter))
  if (project !== 'instances' || !isNeeded) return {}
  // Images get names there that others have too, and ports 80, 443 and 8080 are taken.
  if (!isolated) return skipped('that needs an engine of the tests alone, and this one is the machine’s')
  if (!which('docker')) return skipped('that needs the program docker')
  const root = join(FOLDER, RELEASE)
  if (isWhole(root)) return { DEBIAN_ROOT: root }
  if (process.getuid?.() === 0 && which('apt-get') && which('dpkg-deb') && existsSync(KEYS)) {
    const progress = startProgress('Fetching Postgres, Valkey, Caddy and docker compose from Debian')
    if (await fetchInto(root, signal)) {
      progress.succeed()
      return { DEBIAN_ROOT: root }
    }
    progress.fail()
  }
  return skipped(`that needs root on Debian, and packages of its release ${RELEASE}`)
}
