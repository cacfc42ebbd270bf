import cluster, { type Worker } from 'node:cluster'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createGathering } from './platform/processes/gathering'
import { HEARTBEAT, sendHeartbeats } from './platform/processes/heartbeat'
import { passSocket } from './platform/processes/pass-socket'

/** Milliseconds before an ended worker restarts; doubles until one listens. */
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 10_000

/** Seconds without a heartbeat before a worker is killed. */
const SILENT_S = 10
/** More seconds until a process listens: loading all modules may block it for longer on a busy machine. */
const LOADING_S = 50

/**
 * Runs WEB_PROCESSES workers on one shared socket; they accept by themselves, because a connection passed to a dying
 * worker would be lost. Replaces ended and hung workers. If a first one never listens, all end with exit code 1. All
 * end with this process.
 */
function runWorkers(count: number): void {
  let delay = FIRST_DELAY_MS
  let begun = false
  let stopping = false

  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    process.exitCode = code
    for (const worker of living()) worker.process.kill('SIGTERM')
    endWhenAlone()
  }
  const endWhenAlone = () => {
    if (stopping && living().length === 0) process.exit()
  }

  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('web.js', import.meta.url)) })
  /** Seconds since the last heartbeat; below zero while a worker may still load. */
  const silent = new Map<Worker, number>()
  cluster.on('fork', (worker) => silent.set(worker, -LOADING_S))
  cluster.on('listening', (worker) => {
    begun = true
    delay = FIRST_DELAY_MS
    silent.set(worker, 0)
  })
  cluster.on('exit', ({ process: { pid } }: Worker, code: number | null, signal: string | null) => {
    if (stopping) return endWhenAlone()
    if (!begun) return stop(1)
    process.stderr.write(`Worker ${pid} of web ended (${signal ?? `exit code ${code}`}); starting another.\n`)
    setTimeout(() => !stopping && cluster.fork(), delay)
    delay = Math.min(2 * delay, MAX_DELAY_MS)
  })
  const gather = createGathering(living)
  cluster.on('message', (worker, message, socket) => {
    if (message === HEARTBEAT) silent.set(worker, Math.min(silent.get(worker) ?? 0, 0))
    else if (socket instanceof Socket) passSocket(process, message, socket)
    else gather(worker, message)
  })
  // Counts checks, so that a pause of this process does not kill workers.
  const replaceHung = () => {
    for (const [worker, seconds] of silent) {
      silent.set(worker, seconds + 1)
      if (worker.isDead()) silent.delete(worker)
      else if (seconds === SILENT_S) {
        process.stderr.write(`Worker ${worker.process.pid} of web has not responded for ${SILENT_S} s.\n`)
        worker.process.kill('SIGKILL')
      }
    }
  }
  setInterval(replaceHung, 1000).unref()
  sendHeartbeats()
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(reason, () => stop(0))
  for (let n = 0; n < count; n++) cluster.fork()
}

const living = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

const count = Number(process.env.WEB_PROCESSES || 1)
if (Number.isInteger(count) && count > 0) runWorkers(count)
else {
  process.stderr.write('WEB_PROCESSES must be a whole number above 0.\n')
  process.exitCode = 1
}
