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

/** CPU seconds that a process and its children have used so far. */
export function cpuSeconds(root: number): number {
  const all = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? stat(Number(name)) : null
    if (found) all.set(Number(name), found)
  }
  const within = (pid: number): boolean => pid === root || (all.has(pid) && within(all.get(pid)!.parent))
  let ticks = 0
  for (const [pid, used] of all) if (within(pid)) ticks += used.ticks
  return ticks / TICKS_PER_SECOND
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
