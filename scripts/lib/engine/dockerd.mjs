import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processLog } from '../logs.mjs'
import { run } from '../processes.mjs'
import { Supervised } from '../supervisor.mjs'
import { answersEngine, callEngine } from './api.mjs'
import { removeContainer } from './check.mjs'

/** It is tried three times. */
const READY_WITHIN_MS = 30_000

/** Only what it dies of is news; the rest is in its log. */
function readLine(line) {
  const fatal = line.match(/failed to start daemon: (.*)|level=fatal msg="(.*)"/)
  return fatal ? { level: 50, text: fatal[1] ?? fatal[2] } : { level: 30, text: line }
}

/** Without proxies: what it fetches images from is on this machine. */
const environment = () => ({ PATH: process.env.PATH, HOME: '/root' })

/** A Docker engine of our own in the present network namespace, its data in a folder. */
export class Dockerd {
  /** @param {string} folder need not be there; goes with it */
  constructor(folder) {
    this.folder = folder
    this.host = `unix://${join(folder, 'docker.sock')}`
    this.pidFile = join(folder, 'dockerd.pid')
  }

  /**
   * Starts it and keeps it alive.
   * @throws {import('../say.mjs').Fault} when it does not start
   */
  async start() {
    mkdirSync(join(this.folder, 'logs'), { recursive: true })
    // The machine's own settings are for its own engine.
    writeFileSync(join(this.folder, 'daemon.json'), '{}\n')
    const log = processLog(this.folder, 'dockerd', readLine)
    this.words = log.words
    this.child = new Supervised({
      name: 'dockerd',
      list: 'app',
      spawn: async () => {
        const child = spawn('dockerd', this.arguments(), {
          cwd: '/',
          env: environment(),
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe']
        })
        log.follow(child)
        return child
      },
      isReady: () => answersEngine(this.host),
      readyWithin: READY_WITHIN_MS,
      stopWith: [
        ['SIGTERM', 10_000],
        ['SIGKILL', 5000]
      ],
      hurryWith: 'SIGKILL',
      words: log.words,
      logPath: log.path
    })
    await this.child.started
  }

  arguments() {
    return [
      ['--config-file', join(this.folder, 'daemon.json')],
      ['--data-root', join(this.folder, 'data')],
      ['--exec-root', join(this.folder, 'exec')],
      ['--pidfile', this.pidFile],
      ['--host', this.host]
    ].flat()
  }

  /** Removes all containers, stops the engine and unmounts what it leaves mounted in its folder. */
  async stop() {
    if (this.child?.pid) {
      const list = await callEngine(this.host, 'GET', '/containers/json?all=1').catch(() => [])
      await Promise.all(list.map(({ Id }) => removeContainer(this.host, Id)))
    }
    await this.child?.stop()
    for (const path of mountsBelow(this.folder)) await run('umount', ['--lazy', path])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Deepest first. */
const mountsBelow = (folder) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()
