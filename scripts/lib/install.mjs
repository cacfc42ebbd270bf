import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { lastWords, run, which } from './processes.mjs'
import { Fault, step } from './say.mjs'

const MARK = inRoot('node_modules/.halyard')
const machine = () => `${process.platform}-${process.arch}`

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The packages a lock file wants here: those for other systems, or that may be missing, are not counted. */
const wanted = (lock) =>
  Object.entries(lock.packages).filter(
    ([path, entry]) => path && !entry.optional && !entry.peer && !entry.link
  )

/**
 * Whether node_modules holds exactly what package-lock.json says. npm writes what it installed, as its very last act,
 * into node_modules/.package-lock.json, so an interrupted installation shows as well.
 */
export function isInstalled() {
  const lock = readJson(inRoot('package-lock.json'))
  const installed = readJson(inRoot('node_modules/.package-lock.json'))
  if (!lock || !installed) return false
  const mark = readJson(MARK)
  if (mark && mark.machine !== machine()) return false
  return wanted(lock).every(([path, entry]) => installed.packages?.[path]?.version === entry.version)
}

/** npm as a program and first arguments: the one that called us, else the one in PATH. */
function npm() {
  const caller = process.env.npm_execpath
  if (caller && /npm-cli\.[cm]?js$/.test(caller)) return [process.execPath, [caller]]
  const found = which('npm')
  if (!found) throw new Fault('The packages cannot be installed because npm is not in PATH.')
  return [found, []]
}

/** Why npm failed: the first of its error lines that is a sentence. */
function npmReason(lines, tail) {
  const errors = lines.map((line) => line.replace(/^npm (error|ERR!)\s*/, ''))
  const words = errors.find(
    (line) => line && !/^(code|errno|syscall|path|dest|command|type|network This) /.test(line)
  )
  return (words ?? lastWords(tail)).replace(/[.:]$/, '')
}

/** npm would empty a folder that is only linked here and belongs elsewhere. */
function refuseLinked() {
  const stat = lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })
  if (!stat?.isSymbolicLink()) return
  throw new Fault(
    'node_modules is a link to packages other than package-lock.json names; remove it or install there.'
  )
}

/**
 * Installs the packages if node_modules is missing, incomplete or not what package-lock.json says.
 * @param {AbortSignal} [signal]
 * @throws {Fault} in one sentence
 */
export async function install(signal) {
  if (isInstalled()) return
  refuseLinked()
  const total = wanted(readJson(inRoot('package-lock.json')) ?? { packages: {} }).length
  const progress = step('Installing packages')
  const fetched = new Set()
  const errors = []
  const [program, args] = npm()
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
    progress.failed()
    throw new Fault(`The packages could not be installed (npm ci: ${npmReason(errors, tail)}).`)
  }
  writeFileSync(MARK, JSON.stringify({ machine: machine() }))
  progress.done(`${total} packages`)
}
