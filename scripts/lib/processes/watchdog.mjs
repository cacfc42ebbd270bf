import { spawn } from 'node:child_process'
import { inRoot } from '../paths.mjs'

/** @typedef {'app' | 'redis' | 'postgres'} WatchList decides the signal and the order, see watchdog.sh */

/** @type {Map<WatchList, Set<number>>} */
const lists = new Map([
  ['app', new Set()],
  ['redis', new Set()],
  ['postgres', new Set()]
])
/** @type {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, null, null> | null} */
let watchdog = null

/** @param {WatchList} list */
const pidsOf = (list) => lists.get(list) ?? new Set()

/** @param {WatchList} list */
const sendList = (list) => {
  if (watchdog?.stdin.writable) watchdog.stdin.write(`${list} ${[...pidsOf(list)].join(' ')}\n`)
}

function startWatchdog() {
  if (watchdog) return
  const child = spawn('sh', [inRoot('scripts/lib/processes/watchdog.sh')], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  watchdog = child
  child.unref()
  unrefStream(child.stdin)
  child.stdin.on('error', () => {})
  child.on('error', () => {})
  child.on('exit', () => {
    if (watchdog !== child) return
    watchdog = null
    if ([...lists.values()].some((pids) => pids.size > 0)) startWatchdog()
  })
  for (const list of lists.keys()) sendList(list)
}

/** A pipe to a child is a socket, which would keep this process alive. @param {import('node:stream').Writable} stream */
const unrefStream = (stream) => {
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
}

/**
 * Lets the watchdog stop a process when this one ends in any way.
 * @param {WatchList} list
 * @param {number | undefined} pid leader of its own process group; undefined (it never started) is ignored
 */
export function watchProcess(list, pid) {
  if (pid === undefined) return
  pidsOf(list).add(pid)
  startWatchdog()
  sendList(list)
}

/** @param {WatchList} list @param {number | undefined} pid */
export function unwatchProcess(list, pid) {
  if (pid === undefined || !pidsOf(list).delete(pid)) return
  sendList(list)
}

/** Ends the watchdog, which stops what is still on its lists, and waits for its end. */
export async function stopWatchdog() {
  const last = watchdog
  if (!last || last.exitCode !== null) return
  const gone = new Promise((resolve) => last.once('exit', resolve))
  last.ref()
  last.stdin.end()
  await gone
}
