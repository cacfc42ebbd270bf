import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { run } from '~/scripts/lib/processes/run.mjs'
import { until } from '../until'

/** @throws Error with what the program said */
export async function must(program: string, args: string[]): Promise<void> {
  const { code, tail } = await run(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${tail.join(' ')}`)
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** A process with a network namespace of its own, which lives as long as it. */
export async function openKeeper(): Promise<ChildProcess> {
  const keeper = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  const networkOf = (process: string) => readlinkSync(`/proc/${process}/ns/net`)
  await until(async () => networkOf(String(keeper.pid)) !== networkOf('self'))
  return keeper
}

/** Words for `nsenter` that run a program inside. */
export const enterOf = (keeper: ChildProcess): string[] => ['--net', '--target', String(keeper.pid)]

/** Deletes the folder of an engine, whose mounts may be left. */
export async function removeFolder(folder: string): Promise<void> {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const below = mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${folder}/`))
  for (const path of below.reverse()) await run('umount', ['--lazy', path])
  rmSync(folder, { recursive: true, force: true })
}
