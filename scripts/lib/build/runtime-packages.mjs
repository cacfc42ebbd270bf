import { rmSync } from 'node:fs'
import { asObject, readJsonObject } from '../files/json.mjs'
import { inRoot } from '../paths.mjs'
import { UserError } from '../terminal/errors.mjs'
import { UNBUNDLED } from './build.mjs'

/** What the scripts of a container import themselves, outside of the bundles. */
const OF_SCRIPTS = ['pg', 'redis', 'ws']
/** Unbundled, but loaded by development alone. */
const OF_DEVELOPMENT = ['esbuild', 'vite']

/** What lies beside the packages. Without its list of them, a checkout installs them again. */
const BESIDE = ['.bin', '.cache', '.vite-temp', '.package-lock.json'].map((name) => `node_modules/${name}`)

/** @typedef {Record<string, unknown>} LockEntry */

const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** @param {LockEntry | undefined} entry @returns {string[]} names of the packages that one may import */
const dependenciesOf = (entry) => KINDS.flatMap((kind) => Object.keys(asObject(entry?.[kind]) ?? {}))

/** The folder that Node finds a package in. @param {string} from folder @param {string} name @param {Map<string, LockEntry>} lock */
function find(from, name, lock) {
  const above = from.split('/node_modules/')
  for (let depth = above.length; depth > 0; depth--) {
    const folder = `${above.slice(0, depth).join('/node_modules/')}/node_modules/${name}`
    if (lock.has(folder)) return folder
  }
  const folder = `node_modules/${name}`
  return lock.has(folder) ? folder : null
}

/**
 * The folders of packages and of all that they may import.
 * @param {readonly string[]} names packages of the root; those that the lock does not list are left out
 * @param {Map<string, LockEntry>} lock `packages` of a package-lock.json, by folder
 * @returns {Set<string>} keys of `lock`
 */
export function closureOf(names, lock) {
  /** @type {Set<string>} */
  const kept = new Set()
  const waiting = names.map((name) => ({ from: '', name }))
  for (const { from, name } of waiting) {
    const folder = find(from, name, lock)
    if (folder === null || kept.has(folder)) continue
    kept.add(folder)
    waiting.push(...dependenciesOf(lock.get(folder)).map((next) => ({ from: folder, name: next })))
  }
  return kept
}

/** @param {string} name of a package */
const isLoadedLater = (name) =>
  !OF_DEVELOPMENT.includes(name) &&
  UNBUNDLED.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  )

/**
 * Removes the packages that no program loads at run time: the bundles hold most of them. For images; a checkout needs all
 * of them to build.
 * @returns {{ kept: number, removed: number }} counts of packages
 * @throws {UserError} without a lock file
 */
export function keepRuntimePackages() {
  const packages = asObject(readJsonObject(inRoot('package-lock.json'))?.packages)
  if (!packages) throw new UserError('package-lock.json is missing or no lock file of npm.')
  const lock = new Map(Object.entries(packages).map(([folder, entry]) => [folder, asObject(entry) ?? {}]))
  const wanted = Object.keys(asObject(lock.get('')?.dependencies) ?? {}).filter(isLoadedLater)
  const kept = closureOf([...wanted, ...OF_SCRIPTS], lock)
  const others = [...lock.keys()].filter((folder) => folder !== '' && !kept.has(folder))
  for (const path of [...others, ...BESIDE]) rmSync(inRoot(path), { recursive: true, force: true })
  return { kept: kept.size, removed: others.length }
}
