import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100 // USER_HZ of every common Linux

function stat(pid: number): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }
  } catch {
    return null
  }
}

interface Found {
  pid: number
  ticks: number
}

function familyOf(root: number): Found[] {
  const all = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? stat(Number(name)) : null
    if (found) all.set(Number(name), found)
  }
  const within = (pid: number): boolean => pid === root || (all.has(pid) && within(all.get(pid)!.parent))
  return [...all].filter(([pid]) => within(pid)).map(([pid, { ticks }]) => ({ pid, ticks }))
}

/** CPU seconds of a process and its descendants. */
export const cpuSeconds = (root: number): number =>
  familyOf(root).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND

function residentKiB(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Resident MiB of a process and its descendants; shared memory counts for each. */
export const residentMiB = (root: number): number =>
  familyOf(root).reduce((sum, { pid }) => sum + residentKiB(pid), 0) / 1024

export const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve) => child.once('message', (value) => resolve(value as T)))
