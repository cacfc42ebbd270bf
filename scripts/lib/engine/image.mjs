import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run, which } from '../processes/run.mjs'
import { callEngine } from './api.mjs'

/** Busybox with a web server that replies `ready` on port 80, for all tests. */
export const TEST_IMAGE = 'halyard-test/busybox:1'

const WEB_SERVER = ['CMD ["/bin/httpd","-f","-p","80","-h","/www"]', 'EXPOSE 80']

/** A busybox that needs no libraries, so that an image can consist of it alone. @returns {Promise<string | null>} its path */
export async function staticBusybox() {
  const path = which('busybox')
  if (!path) return null
  return (await run('ldd', [path])).code === 0 ? null : path
}

/** @param {string} root @param {Record<string, string>} files by absolute path */
async function createRootFileSystem(root, files) {
  const busybox = await staticBusybox()
  if (!busybox) throw new Error('There is no static busybox')
  for (const folder of ['bin', 'www', 'tmp', 'etc']) mkdirSync(join(root, folder))
  chmodSync(join(root, 'tmp'), 0o1777)
  copyFileSync(busybox, join(root, 'bin/busybox'))
  /** @type {string[]} */
  const names = []
  await run(busybox, ['--list'], { onLine: (name) => void names.push(name) })
  for (const name of names) {
    const path = join(root, 'bin', name)
    if (!existsSync(path)) symlinkSync('busybox', path)
  }
  const users = ['root:x:0:0:root:/:/bin/sh', 'player:x:1000:1000:player:/:/bin/sh']
  const all = { '/etc/passwd': `${users.join('\n')}\n`, '/www/index.html': 'ready\n', ...files }
  for (const [path, content] of Object.entries(all)) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode: 0o755 })
  }
}

/**
 * @param {string} host as in DOCKER_HOST @param {string} reference name and tag
 * @param {{ changes?: string[], files?: Record<string, string> }} [options] Dockerfile lines (default: a web server on
 *   port 80); files by absolute path, all executable
 * @throws {import('./api.mjs').EngineRefusal} and, without a static busybox, an Error
 */
export async function makeImage(host, reference, { changes = WEB_SERVER, files = {} } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'halyard-image-'))
  try {
    await createRootFileSystem(root, files)
    const query = new URLSearchParams({ fromSrc: '-', repo: reference })
    for (const line of changes) query.append('changes', line)
    const tar = spawn('tar', ['-C', root, '--owner=0', '--group=0', '-c', '.'], {
      stdio: ['ignore', 'pipe', 'ignore']
    })
    await callEngine(host, 'POST', `/images/create?${query}`, { tar: tar.stdout, stream: true })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
