import { Worker } from 'node:worker_threads'
import type { Log } from '~/server/platform/log'
import { threadOf } from './thread'

/** Threads of one plug-in; each works on one call, so that a call that hangs or breaks its thread ends no other. */
const THREADS = 4
/** Calls that wait for a thread; more are refused. */
const MAX_WAITING = 1000
const START_MS = 10_000
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const PREFIX = 'PLUGIN_'
const MAX_LINE_LENGTH = 500

/** A call that did not end as it should: it threw, took too long, or its thread ended. */
export class PluginFault extends Error {}

export interface Call {
  method: string
  args: unknown[]
  /** Calls the method, which must not be async, with 0 to `upTo` before `args`; gives a list. */
  upTo?: number
}

interface Thread {
  /** First answer. */
  hello: unknown
  call(call: Call, timeout: number): Promise<unknown>
  end(): void
  alive(): boolean
}

/** Variables that are meant for plug-ins, and nothing else of the environment. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith(PREFIX)))

interface Needs {
  file: string
  code: string
  log: Log
}

/** Logs what the plug-in prints: stdout of a process is its log. */
function pipeOutput(worker: Worker, { file, log }: Needs): void {
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (data: Buffer) => {
      for (const line of data.toString().split('\n'))
        if (line.trim()) log.info({ file, text: line.slice(0, MAX_LINE_LENGTH) }, 'plugin_output')
    })
}

/** @throws PluginFault when the module throws, takes too long or has no memory left */
async function startThread(needs: Needs): Promise<Thread> {
  const worker = new Worker(threadOf(needs.code), {
    eval: true,
    stdout: true,
    stderr: true,
    env: environment(),
    resourceLimits: LIMITS
  })
  worker.unref()
  pipeOutput(worker, needs)
  let waiting: ((answer: { value?: unknown; error?: string }) => void) | null = null
  let ended: string | null = null
  const settle = (answer: { value?: unknown; error?: string }) => {
    const resolve = waiting
    waiting = null
    resolve?.(answer)
  }
  const end = (why: string) => {
    ended ??= why
    void worker.terminate()
    settle({ error: ended })
  }
  worker.on('message', settle)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'It needs too much memory.'
        : error.message.replaceAll('\0', '')
    )
  )
  worker.on('exit', () => end('Its thread ended.'))
  const next = (timeout: number): Promise<{ value?: unknown; error?: string }> =>
    new Promise((resolve) => {
      if (ended) return resolve({ error: ended })
      const timer = setTimeout(() => end(`It took longer than ${timeout / 1000} s.`), timeout)
      waiting = (answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
    })
  const hello = await next(START_MS)
  if (hello.error !== undefined) {
    end(hello.error)
    throw new PluginFault(hello.error)
  }
  return {
    hello,
    async call(call, timeout) {
      const answer = next(timeout)
      worker.postMessage(call)
      const { value, error } = await answer
      if (error !== undefined) throw new PluginFault(error)
      return value
    },
    end: () => end('The platform stops.'),
    alive: () => ended === null
  }
}

export interface Workers {
  /** What the module said of itself. */
  hello: unknown
  /** @throws PluginFault */
  call(call: Call, timeout: number): Promise<unknown>
  close(): void
}

/** Starts a first thread, and more when calls come at once. @throws PluginFault for a module that does not load */
export async function createWorkers(needs: Needs): Promise<Workers> {
  const first = await startThread(needs)
  const idle: Thread[] = [first]
  let busy = 0
  let closed = false
  const queue: (() => void)[] = []

  const take = async () => {
    if (busy >= THREADS) {
      if (queue.length >= MAX_WAITING) throw new PluginFault('Too many calls wait for it.')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else busy++
    try {
      // A thread can end without a call: what an earlier call left running threw or exited.
      for (let thread = idle.pop(); thread; thread = idle.pop()) if (thread.alive()) return thread
      return await startThread(needs)
    } catch (error) {
      release()
      throw error
    }
  }
  /** The place goes to whoever waits longest. */
  const release = () => {
    const next = queue.shift()
    if (next) next()
    else busy--
  }

  return {
    hello: first.hello,
    async call(call, timeout) {
      if (closed) throw new PluginFault('The platform stops.')
      const thread = await take()
      try {
        return await thread.call(call, timeout)
      } finally {
        if (closed) thread.end()
        else if (thread.alive()) idle.push(thread)
        release()
      }
    },
    close() {
      closed = true
      for (const thread of idle.splice(0)) thread.end()
    }
  }
}
