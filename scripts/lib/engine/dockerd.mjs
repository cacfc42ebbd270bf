import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asObject } from '../files/json.mjs'
import { processLog } from '../processes/logs.mjs'
import { run } from '../processes/run.mjs'
import { SupervisedProcess } from '../processes/supervisor.mjs'
import { answersEngine, callEngine } from './api.mjs'
import { removeContainer } from './verify.mjs'

/** Of each of three attempts. */
const READY_TIMEOUT_MS = 30_000

/** @type {import('../processes/logs.mjs').ReadEntry} */
function readLine(line) {
  const [, failure, message] = line.match(/failed to start daemon: (.*)|level=fatal msg="(.*)"/) ?? []
  const fatal = failure ?? message
  return fatal === undefined ? { level: 30, text: line } : { level: 50, text: fatal }
}

/** Without proxies, because its registries are on this machine. */
const environment = () => ({ PATH: process.env.PATH, HOME: '/root' })

export class Dockerd {
  /** @type {SupervisedProcess | null} */
  #child = null
  /** @type {import('../processes/logs.mjs').ProcessLog | null} */
  #log = null
  #folder

  /** @param {string} folder is created, and removed at the end */
  constructor(folder) {
    this.#folder = folder
    this.host = `unix://${join(folder, 'docker.sock')}`
    this.pidFile = join(folder, 'dockerd.pid')
  }

  /** @throws {import('../terminal/errors.mjs').UserError} when it does not start */
  async start() {
    mkdirSync(join(this.#folder, 'logs'), { recursive: true })
    // An empty file, so that it does not read the settings of the machine's own engine.
    writeFileSync(join(this.#folder, 'daemon.json'), '{}\n')
    const log = processLog(this.#folder, 'dockerd', readLine)
    this.#log = log
    this.#child = new SupervisedProcess({
      name: 'dockerd',
      list: 'app',
      spawn: async () => {
        const child = spawn('dockerd', this.#arguments(), {
          cwd: '/',
          env: environment(),
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe']
        })
        log.follow(child)
        return child
      },
      isReady: () => answersEngine(this.host),
      readyTimeoutMs: READY_TIMEOUT_MS,
      stopSignals: [
        ['SIGTERM', 10_000],
        ['SIGKILL', 5000]
      ],
      killSignal: 'SIGKILL',
      lastError: log.lastError,
      logPath: log.path
    })
    await this.#child.started
  }

  /** The cause of its end from its log; '' when there is none. */
  lastError() {
    return this.#log?.lastError() ?? ''
  }

  #arguments() {
    return [
      ['--config-file', join(this.#folder, 'daemon.json')],
      ['--data-root', join(this.#folder, 'data')],
      ['--exec-root', join(this.#folder, 'exec')],
      ['--pidfile', this.pidFile],
      ['--host', this.host]
    ].flat()
  }

  /** Removes all containers, stops the engine and unmounts what it leaves mounted in its folder. */
  async stop() {
    if (this.#child?.pid) await this.#removeContainers()
    await this.#child?.stop()
    for (const path of mountsBelow(this.#folder)) await run('umount', ['--lazy', path])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #removeContainers() {
    const list = await callEngine(this.host, 'GET', '/containers/json?all=1').catch(() => [])
    const ids = Array.isArray(list) ? list.map((entry) => String(asObject(entry)?.Id)) : []
    await Promise.all(ids.map((id) => removeContainer(this.host, id)))
  }
}

/** @param {string} folder */
const mountsBelow = (folder) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()
