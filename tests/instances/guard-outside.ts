import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The probe for the machine that the tests run on. */
const PROBE = join(
  process.cwd(),
  `jobs/instances/probe/probe-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}`
)

/** A machine beyond ours: a network namespace behind a pair of virtual interfaces. */
export interface Outside {
  /** Our own address on the way there. */
  here: string
  /** Opens a port on all its addresses. */
  listen(port: number): Promise<void>
  /** What the probe says of targets from there. */
  check(...targets: string[]): Promise<string[]>
  close(): Promise<void>
}

/** Runs a command. */
export const command = async (program: string, ...args: string[]): Promise<string> =>
  (await execute(program, args)).stdout

/**
 * Makes a namespace with these addresses, all of which are reached from here without a router.
 * @param here our own address there, such as `203.0.113.1/24`
 */
export async function openOutside(here: string, addresses: readonly string[]): Promise<Outside> {
  const children: ChildProcess[] = []
  const keep = async (program: string, ...args: string[]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout!, 'data')
    return child
  }
  const holder = await keep('unshare', '--net', 'sh', '-c', 'echo ready; exec sleep 600')
  const inside = ['--target', String(holder.pid), '--net']
  await command(
    'ip',
    'link',
    'add',
    'outside',
    'type',
    'veth',
    'peer',
    'name',
    'inside',
    'netns',
    String(holder.pid)
  )
  await command('ip', 'address', 'add', here, 'dev', 'outside')
  await command('ip', 'link', 'set', 'outside', 'up')
  for (const address of addresses) {
    await command('nsenter', ...inside, 'ip', 'address', 'add', `${address}/24`, 'dev', 'inside')
    // On the way there no router is asked.
    await command('ip', 'route', 'replace', `${address}/32`, 'dev', 'outside')
  }
  await command('nsenter', ...inside, 'ip', 'link', 'set', 'inside', 'up')
  await command('nsenter', ...inside, 'ip', 'route', 'add', 'default', 'via', here.split('/')[0]!)
  return {
    here: here.split('/')[0]!,
    async listen(port) {
      await keep('nsenter', ...inside, PROBE, 'listen', String(port))
    },
    async check(...targets) {
      return (await command('nsenter', ...inside, PROBE, 'check', ...targets)).trim().split('\n')
    },
    async close() {
      // First, since the interface goes by itself with the namespace, sooner or later.
      await command('ip', 'link', 'delete', 'outside')
      for (const child of children.reverse()) child.kill('SIGKILL')
    }
  }
}
