import { LABEL } from '../docker/names'
import type { Usage } from '../engine'
import { statusOf } from '../refused'
import { type Cluster, type Meta, selectorOf } from './api'
import { isMissing } from './calls'
import { amountOf } from './quantities'

interface PodMetrics {
  metadata: Pick<Meta, 'labels'>
  containers: { usage: { cpu: string; memory: string } }[]
}

/** Usage by the cluster's metrics server; nothing without one, or without the right to ask it. */
export async function readUsage(
  { calls, paths, install }: Cluster,
  instances: readonly string[]
): Promise<Usage[]> {
  const wanted = new Set(instances)
  let found: PodMetrics[]
  try {
    found = (await calls.list<PodMetrics>(paths.usage, selectorOf(install))).items
  } catch (error) {
    if (isMissing(error) || statusOf(error) === 403 || statusOf(error) === 503) return []
    throw error
  }
  return found.flatMap(({ metadata, containers }) => {
    const instance = metadata.labels?.[LABEL.instance]
    if (!instance || !wanted.has(instance)) return []
    const sum = (of: 'cpu' | 'memory') =>
      containers.reduce((total, { usage }) => total + amountOf(usage[of]), 0)
    return [{ instance, cpu: sum('cpu'), memoryMb: sum('memory') / (1024 * 1024), pids: null }]
  })
}
