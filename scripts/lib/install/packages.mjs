import { lstatSync, writeFileSync } from 'node:fs'
import { asObject, readJsonObject } from '../files/json.mjs'
import { inRoot } from '../paths.mjs'
import { lastErrorLine, run, which } from '../processes/run.mjs'
import { UserError } from '../terminal/errors.mjs'
import { startProgress } from '../terminal/output.mjs'

/** Records the machine that the packages were installed on. */
const MARK = inRoot('node_modules/.halyard')
const machine = () => `${process.platform}-${process.arch}`

/** @param {string} path @returns {Map<string, Record<string, unknown>> | null} by folder; null when there is no file */
function readLock(path) {
  const packages = asObject(readJsonObject(inRoot(path))?.packages)
  return (
    packages && new Map(Object.entries(packages).map(([folder, entry]) => [folder, asObject(entry) ?? {}]))
  )
}

/**
 * Packages of a lock file that this machine must have: neither optional nor of another system.
 * @param {Map<string, Record<string, unknown>>} lock
 */
const wantedPackages = (lock) =>
  [...lock].filter(([folder, entry]) => folder && !entry.optional && !entry.peer && !entry.link)

/**
 * Whether node_modules is what package-lock.json lists. npm writes node_modules/.package-lock.json last, so this also
 * finds an interrupted installation.
 */
export function isInstalled() {
  const lock = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  if (!lock || !installed) return false
  const mark = readJsonObject(MARK)
  if (mark && mark.machine !== machine()) return false
  return wantedPackages(lock).every(([folder, { version }]) => installed.get(folder)?.version === version)
}

/** @returns {{ program: string, args: string[] }} program and first arguments @throws {UserError} when there is none */
function npm() {
  const caller = process.env.npm_execpath
  if (caller && /npm-cli\.[cm]?js$/.test(caller)) return { program: process.execPath, args: [caller] }
  const program = which('npm')
  if (!program) throw new UserError('The packages cannot be installed because npm is not in PATH.')
  return { program, args: [] }
}

/** The first of npm's error lines that is a sentence. @param {string[]} lines its error lines @param {string[]} tail */
function npmReason(lines, tail) {
  const errors = lines.map((line) => line.replace(/^npm (error|ERR!)\s*/, ''))
  const words = errors.find(
    (line) => line && !/^(code|errno|syscall|path|dest|command|type|network This) /.test(line)
  )
  return (words ?? lastErrorLine(tail)).replace(/[.:]$/, '')
}

/** Refuses a node_modules that is a link, because npm would empty the folder behind it. @throws {UserError} */
function refuseLinkedModules() {
  const stat = lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })
  if (!stat?.isSymbolicLink()) return
  throw new UserError(
    'node_modules is a link to packages other than package-lock.json names; remove it or install there.'
  )
}

/** Installs the packages unless `isInstalled`. @param {AbortSignal} [signal] @throws {UserError} in one sentence */
export async function install(signal) {
  if (isInstalled()) return
  refuseLinkedModules()
  const total = wantedPackages(readLock('package-lock.json') ?? new Map()).length
  const progress = startProgress('Installing packages')
  const fetched = new Set()
  /** @type {string[]} */
  const errors = []
  const { program, args } = npm()
  const { code, tail } = await run(
    program,
    [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=http'],
    {
      cwd: inRoot(),
      env: { ...process.env, NODE_ENV: '' },
      signal,
      onLine(line) {
        if (/^npm (error|ERR!)/.test(line)) errors.push(line)
        const name = line.match(/^npm http (?:fetch GET 200|cache) (\S+\.tgz)/)?.[1]
        if (!name) return
        fetched.add(name)
        progress.update(`${Math.min(fetched.size, total)} of ${total}`)
      }
    }
  )
  if (code !== 0) {
    progress.fail()
    throw new UserError(`The packages could not be installed (npm ci: ${npmReason(errors, tail)}).`)
  }
  writeFileSync(MARK, JSON.stringify({ machine: machine() }))
  progress.succeed(`${total} packages`)
}
