import { spawnSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { Clone, descendants, type Run, until } from './clone'

export const NAMES = ['jobs', 'postgres', 'redis', 'scoring', 'web']
const READY = /^Halyard is ready at (http:\/\/localhost:\d+)$/m

export interface LauncherSuite {
  /** Available from `beforeAll` on. */
  readonly clone: Clone
  start(env?: Record<string, string>): Run
  /** Ends a run after the test that was started in another way. */
  note(run: Run): Run
  up(env?: Record<string, string>, run?: Run): Promise<{ run: Run; url: string }>
}

/** A clone for all tests of a file; runs end with their test. */
export function openLauncherSuite(): LauncherSuite {
  let clone: Clone
  const started: Run[] = []
  beforeAll(() => {
    clone = new Clone()
  })
  afterEach(async () => {
    for (const run of started.splice(0))
      if (run.process.exitCode === null && run.process.signalCode === null) await down(run)
  })
  afterAll(() => clone?.remove())

  const note = (run: Run) => {
    started.push(run)
    return run
  }
  const start = (env: Record<string, string> = {}) => note(clone.start(env))
  return {
    get clone() {
      return clone
    },
    start,
    note,
    async up(env = {}, run = start(env)) {
      await until(
        'the launcher is ready or has ended',
        () => READY.test(run.stdout()) || run.process.exitCode !== null
      )
      expect(run.stderr()).not.toMatch(/unexpected|\n\s+at /)
      return { run, url: READY.exec(run.stdout())?.[1] ?? '' }
    }
  }
}

/** Stops a launcher and waits; returns the pids of all its children. */
export async function down(run: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number[]> {
  const family = descendants(run.process.pid ?? 0)
  run.process.kill(signal)
  await run.ended
  return family
}

/** True if a process is the watchdog of a launcher. */
export const isWatchdog = (pid: number): boolean =>
  spawnSync('ps', ['-o', 'args=', '-p', `${pid}`]).stdout.includes('watchdog.sh')

export const answers = async (url: string) => (await fetch(url).catch(() => null))?.status === 200
