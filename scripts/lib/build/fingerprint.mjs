import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inRoot, ROOT } from '../paths.mjs'
import { COMMAND, PROGRAMS } from './programs.mjs'

/** What the build is made of; a change of anything else leaves it as it is. */
export const SOURCES = [
  'app',
  'locales',
  'public',
  'scripts/api',
  'scripts/lib/build',
  'scripts/shared',
  ...new Set([...Object.values(PROGRAMS), COMMAND.entry].map((entry) => dirname(entry))),
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'remix.config.js'
]
const MARK = inRoot('build/.fingerprint')
const IGNORED = /\.test\.tsx?$|(^|\/)README\.md$/

/** @param {string} path @returns {Generator<string>} */
function* files(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* files(join(path, name))
}

/** A hash of all that a build is made of. */
export function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of files(inRoot(source))) {
      const name = relative(ROOT, path)
      if (IGNORED.test(name)) continue
      const content = readFileSync(path)
      hash.update(`${name}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

/** True if the last build is of the sources as they are. */
export function isBuilt() {
  try {
    return readFileSync(MARK, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

export const forgetBuild = () => rmSync(MARK, { force: true })

/** @param {string} print fingerprint of the sources as they were when the build began */
export function rememberBuild(print) {
  mkdirSync(dirname(MARK), { recursive: true })
  writeFileSync(MARK, print)
}
