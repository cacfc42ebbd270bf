import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readJsonObject } from '../files/json.mjs'

/** Health checks that a process which answered before may fail one after the other. */
const MAX_FAILURES = 3

/** @param {string} pid @returns {string[]} its command line; empty when it is gone */
function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

/** When a process began, in ticks since the machine did; '' when it is gone. @param {number} pid */
function beginOf(pid) {
  try {
    // The name, which may hold blanks, is in parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** The process of this container that scripts/role.mjs is, and its arguments; null where there is no /proc. */
export function findRole() {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  // Commands that are run beside it came later.
  for (const pid of pids.sort((a, b) => Number(a) - Number(b))) {
    const [program = '', script = '', ...argv] = commandLine(pid)
    if (basename(program) === 'node' && basename(script) === 'role.mjs') return { pid: Number(pid), argv }
  }
  return null
}

/**
 * Kills a process that answered once and then failed three checks: engines start again what has ended, but let be what
 * hangs. The first process of a container cannot be killed from inside, hence `init: true` in the examples.
 * @param {number} pid @param {boolean} healthy @param {string} [path] remembers the failures
 */
export function killHung(pid, healthy, path = join(tmpdir(), 'halyard-health.json')) {
  const known = readJsonObject(path)
  // A container that is started again gives its process the same number.
  const id = `${pid} ${beginOf(pid)}`
  // One that never answered is still starting, or waits for the database to be brought up to date.
  if (!healthy && known?.id !== id) return
  const failures = healthy ? 0 : Number(known?.failures) + 1
  try {
    writeFileSync(path, JSON.stringify({ id, failures }))
  } catch {
    // A container without a folder to write to is checked all the same.
    return
  }
  if (failures >= MAX_FAILURES) process.kill(pid, 'SIGKILL')
}
