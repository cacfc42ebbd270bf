import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Answers /healthz and writes its name into stops.log when it drains. */
const PROGRAM = `
import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
const [name] = process.argv[1].match(/[a-z]+(?=\\.js$)/)
const port = process.env[{ web: 'PORT', scoring: 'SCORING_PORT', jobs: 'JOBS_PORT' }[name]]
createServer((_request, response) => response.end('ok')).listen(port)
const stop = () => {
  appendFileSync(process.env.HALYARD_DATA + '/stops.log', name + '\\n')
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('disconnect', stop)
`

/** Makes an administrator on its first run; prints its settings. */
const MIGRATE = `
import { existsSync, writeFileSync } from 'node:fs'
const seen = process.env.HALYARD_DATA + '/told.json'
if (!existsSync(seen)) console.log(JSON.stringify({ admin: { userName: 'Admin', password: 'made-once' } }))
writeFileSync(seen, JSON.stringify(process.env))
`

/** One process of each kind, without load shedding. */
const QUIET = { WEB_PROCESSES: '1', SCORING_PROCESSES: '1', HALYARD_LOAD_SHEDDING: 'off' }

/** The environment without settings that lead a launcher to other stores or ports. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(HALYARD_|TEST_|npm_|VITEST)|^(PORT|HOST|DATABASE_URL|REDIS_URL|PUBLIC_URL|LOG_LEVEL|(WEB|SCORING)_PROCESSES)$/
  const env = { ...process.env }
  for (const name of Object.keys(env)) if (foreign.test(name)) delete env[name]
  return env
}

export interface Run {
  process: ChildProcess
  stdout(): string
  stderr(): string
  /** Exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>
  /** Resolves like `ended`, once its output is complete and no process writes there any more. */
  silent: Promise<number | NodeJS.Signals>
}

/**
 * A clone in a folder that only its owner may enter, as in /root: the repository's scripts and packages, with small
 * programs in build/.
 */
export class Clone {
  readonly folder = mkdtempSync(join(tmpdir(), 'launcher clone-'))
  readonly data = join(this.folder, 'data')

  constructor() {
    cpSync(join(ROOT, 'scripts'), join(this.folder, 'scripts'), { recursive: true })
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(join(ROOT, name), join(this.folder, name))
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'))
    mkdirSync(join(this.folder, 'build'))
    for (const name of ['web', 'scoring', 'jobs']) this.program(name, PROGRAM)
    this.program('migrate', MIGRATE)
    this.program('workers', readFileSync(join(ROOT, 'build/workers.js'), 'utf8'))
    cpSync(join(ROOT, 'build/parts'), join(this.folder, 'build/parts'), { recursive: true })
    const remember =
      "import('./scripts/lib/build/fingerprint.mjs').then((m) => m.rememberBuild(m.fingerprint()))"
    spawnSync(process.execPath, ['-e', remember], { cwd: this.folder })
  }

  /** Replaces a program in build/; returns the former one. */
  program(name: string, source: string): string {
    const path = join(this.folder, 'build', `${name}.js`)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
    writeFileSync(path, source)
    return before
  }

  /** Starts what `npm start` runs. */
  start(env: Record<string, string> = {}): Run {
    return this.run(process.execPath, [join(this.folder, 'scripts/start.mjs')], env)
  }

  /** `npm start` itself: the run's process is npm. */
  npmStart(env: Record<string, string> = {}): Run {
    return this.run('npm', ['--silent', 'start'], env)
  }

  private run(program: string, args: string[], env: Record<string, string>): Run {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...ownEnvironment(), PORT: '0', ...QUIET, HALYARD_DATA: this.data, ...env },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    const when = (event: 'exit' | 'close') =>
      new Promise<number | NodeJS.Signals>((done) =>
        child.on(event, (code, signal) => done(code ?? signal ?? 0))
      )
    const [ended, silent] = [when('exit'), when('close')]
    return { process: child, stdout: () => output.stdout, stderr: () => output.stderr, ended, silent }
  }

  read(path: string): string {
    const whole = join(this.data, path)
    return existsSync(whole) ? readFileSync(whole, 'utf8') : ''
  }

  /** The pids of the children by name, from run.json; empty while nothing runs. */
  children(): Record<string, number> {
    const file = JSON.parse(this.read('run.json') || '{"children":[]}') as {
      children: { name: string; pid: number }[]
    }
    return Object.fromEntries(file.children.map(({ name, pid }) => [name, pid]))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** True if a process runs; a zombie does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export function descendants(pid: number): number[] {
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const below = (parent: number): number[] =>
    pairs.filter(([, above]) => above === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

/** Waits until something is so; throws with its description after `ms`. */
export async function until(what: string, isSo: () => unknown, ms = 30_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It did not come about that ${what}.`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
