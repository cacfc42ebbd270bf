import type Docker from 'dockerode'
import type { Usage } from '../engine'
import { type Calls, DEADLINE } from './calls'
import { isMissing } from './errors'
import { LABEL, ownerOf } from './names'

/** Containers measured at once: each call takes up to a second. */
const CONCURRENCY = 32

const MIB = 1024 * 1024

interface Sample {
  spent: number
  at: number
}

function summed(measured: readonly Measured[]): Usage[] {
  const sums = new Map<string, Measured>()
  for (const one of measured) {
    const sum = sums.get(one.instance) ?? { instance: one.instance, cpu: 0, memoryMb: 0, pids: 0 }
    sums.set(one.instance, {
      ...sum,
      cpu: sum.cpu + one.cpu,
      memoryMb: sum.memoryMb + one.memoryMb,
      pids: sum.pids + one.pids
    })
  }
  return [...sums.values()]
}

/** Docker tells them all. */
type Measured = Usage & { pids: number }

/** The first measurement of a container is its mean since the start, later ones are since the last. */
export function createMeter(calls: Calls, install: string) {
  const samples = new Map<string, Sample>()

  const measure = async ({ Id, Created, Labels }: Docker.ContainerInfo): Promise<Measured[]> => {
    const stats = await calls
      .send<Docker.ContainerStats>({
        method: 'GET',
        path: `/containers/${Id}/stats`,
        query: { stream: false, 'one-shot': true },
        deadline: DEADLINE.read
      })
      .catch((error) => {
        if (isMissing(error)) return null
        throw error
      })
    // A container that has just ended has no numbers.
    const spent = stats?.cpu_stats.cpu_usage?.total_usage
    if (!stats || spent === undefined || stats.memory_stats.usage === undefined) return []
    const now = { spent, at: new Date(stats.read).getTime() }
    const before = samples.get(Id) ?? { spent: 0, at: Created * 1000 }
    samples.set(Id, now)
    const { usage, stats: parts } = stats.memory_stats as {
      usage: number
      stats?: { inactive_file?: number; total_inactive_file?: number }
    }
    // Reclaimable memory is not in use; cgroup v1 has another name for it.
    const idle = parts?.total_inactive_file ?? parts?.inactive_file ?? 0
    return [
      {
        instance: Labels[LABEL.instance]!,
        cpu: Math.max((now.spent - before.spent) / 1e6 / Math.max(now.at - before.at, 1), 0),
        memoryMb: Math.max(usage - idle, 0) / MIB,
        pids: stats.pids_stats?.current ?? 0
      }
    ]
  }

  return async (instances: readonly string[]): Promise<Usage[]> => {
    const wanted = new Set(instances)
    const running = await calls.send<Docker.ContainerInfo[]>({
      method: 'GET',
      path: '/containers/json',
      query: { filters: { label: [`${LABEL.install}=${install}`], status: ['running'] } },
      deadline: DEADLINE.read
    })
    const alive = new Set(running.map(({ Id }) => Id))
    for (const id of samples.keys()) if (!alive.has(id)) samples.delete(id)
    const queue = running.filter(({ Labels }) => wanted.has(ownerOf(Labels, install)?.instance ?? ''))
    const measured: Measured[] = []
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) measured.push(...(await measure(next)))
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    return summed(measured)
  }
}
