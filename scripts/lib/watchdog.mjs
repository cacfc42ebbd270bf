import { spawn } from 'node:child_process'
import { inRoot } from './paths.mjs'

const lists = { app: new Set(), redis: new Set(), postgres: new Set() }
let watchdog = null

const tell = (list) => {
  if (watchdog?.stdin.writable) watchdog.stdin.write(`${list} ${[...lists[list]].join(' ')}\n`)
}

function wake() {
  if (watchdog) return
  const child = spawn('sh', [inRoot('scripts/lib/watchdog.sh')], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  watchdog = child
  child.unref()
  child.stdin.unref()
  child.stdin.on('error', () => {})
  child.on('error', () => {})
  child.on('exit', () => {
    if (watchdog !== child) return
    watchdog = null
    if (Object.values(lists).some((list) => list.size > 0)) wake()
  })
  for (const list of Object.keys(lists)) tell(list)
}

/**
 * Puts a process under the watchdog's guard: if this process dies, however it dies, the watchdog stops that one.
 * @param {'app' | 'redis' | 'postgres'} list decides signal and order, see watchdog.sh
 * @param {number | undefined} pid leader of its own process group; undefined (it never started) is ignored
 */
export function guard(list, pid) {
  if (pid === undefined) return
  lists[list].add(pid)
  wake()
  tell(list)
}

/** Takes a process that has ended from the watchdog's lists. */
export function release(list, pid) {
  if (pid === undefined || !lists[list].delete(pid)) return
  tell(list)
}

/** Ends the watchdog when nothing is left to guard, so that it does not outlive us by a moment. */
export async function dismissWatchdog() {
  const last = watchdog
  if (!last || last.exitCode !== null) return
  const gone = new Promise((resolve) => last.once('exit', resolve))
  last.ref()
  last.stdin.end()
  await gone
}
