import { lstatSync, writeFileSync } from 'node:fs'
import { asObject, readJsonObject } from '../files/json.mjs'
import { inRoot } from '../paths.mjs'
import { lastErrorLine, run, which } from '../processes/run.mjs'
import { UserError } from '../terminal/errors.mjs'
import { startProgress } from '../terminal/output.mjs'

/** Records the machine that the packages were installed on. */
const MARK = inRoot('node_modules/.halyard')
const machine = () => `${process.platform}-${process.arch}`

/**
 * @param {string} path
 * @returns {Map<string, Record<string, unknown>> | null} by folder; null when there is no such file
 */
function readLock(path) {
  const packages = asObject(readJsonObject(inRoot(path))?.packages)
  return (
    packages && new Map(Object.entries(packages).map(([folder, entry]) => [folder, asObject(entry) ?? {}]))
  )
}

/**
 * The packages that a lock file wants on this machine. Those for other systems, or that may be missing, are not counted.
 * @param {Map<string, Record<string, unknown>>} lock
 */
const wantedPackages = (lock) =>
  [...lock].filter(([folder, entry]) => folder && !entry.optional && !entry.peer && !entry.link)

/**
 * Whether node_modules holds exactly what package-lock.json says. npm writes what it installed, as its very last act,
 * into node_modules/.package-lock.json, so an interrupted installation shows as well.
 */
export function isInstalled() {
  const lock = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  if (!lock || !installed) return false
  const mark = readJsonObject(MARK)
  if (mark && mark.machine !== machine()) return false
  return wantedPackages(lock).every(([folder, { version }]) => installed.get(folder)?.version === version)
}

/**
 * @returns {{ program: string, args: string[] }} program and first arguments @throws {UserError} when there is none
 */
function npm() {
  const caller = process.env.npm_execpath
  if (caller && /npm-cli\.[cm]?js$/.test(caller)) return { program: process.execPath, args: [caller] }
  const program = which('npm')
  if (!program) throw new UserError('The packages cannot be installed because npm is not in PATH.')
  return { program, args: [] }
}

/**
 * Why npm failed: the first of its error lines that is a sentence.
 * @param {string[]} lines its error lines @param {string[]} tail its last lines
 */
function npmReason(lines, tail) {
  const errors = lines.map((line) => line.replace(/^npm (error|ERR!)\s*/, ''))
  const words = errors.find(
    (line) => line && !/^(code|errno|syscall|path|dest|command|type|network This) /.test(line)
  )
  return (words ?? lastErrorLine(tail)).replace(/[.:]$/, '')
}

/** Refuses a node_modules that is only a link: npm would empty the folder it leads to. @throws {UserError} */
function refuseLinkedModules() {
  const stat = lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })
  if (!stat?.isSymbolicLink()) return
  throw new UserError(
    'node_modules is a link to packages other than package-lock.json names; remove it or install there.'
  )
}

/**
 * Installs the packages if node_modules is missing, incomplete or not what package-lock.json says.
 * @param {AbortSignal} [signal] @throws {UserError} in one sentence
 */
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
