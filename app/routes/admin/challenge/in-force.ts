import type { ChallengeEdit } from '~/server/challenges/contract'
import { type EngineView, OVERHEAD_MB } from '~/server/engines/contract'

/** Where an instance with a read-only root can write. */
export const WRITABLE = ['/tmp', '/run', '/var/tmp']

/** What becomes of a challenge's limits on the engines there are; null = nobody knows without one. */
export interface InForce {
  /** MiB that the largest engine could give, when it is less than asked. */
  memoryShort: number | null
  /** Cores, and whether an engine has no more. */
  cores: number
  coresShort: boolean
  /** What keeps the disk. */
  disk: 'read_only' | 'quota' | 'sweep' | null
  /** Minutes: of every instance, of an extension, and before the end in which that may be asked for. */
  lifetime: number
  extension: number
  window: number
}

interface Policy {
  defaultLifetime: number
  extensionDuration: number
  renewalWindow: number
}

/** Of several engines it tells what holds on all of them: the least of the cores, a sweep where one has no quota. */
export function inForceOf(
  {
    memoryLimit,
    cpuCount,
    containerOptions: { readOnly }
  }: Pick<ChallengeEdit, 'memoryLimit' | 'cpuCount' | 'containerOptions'>,
  engines: readonly Pick<EngineView, 'info' | 'capacity'>[],
  policy: Policy
): InForce {
  const known = engines.flatMap(({ info, capacity }) => (info ? { ...info, capacity } : []))
  const most = Math.max(...known.map(({ capacity }) => capacity.memoryMb)) - OVERHEAD_MB
  const least = Math.min(...known.map(({ cpus }) => cpus))
  const written = known.length === 0 ? null : known.every(({ diskQuota }) => diskQuota) ? 'quota' : 'sweep'
  return {
    memoryShort: known.length > 0 && memoryLimit > most ? Math.max(0, most) : null,
    cores: Math.min(cpuCount / 10, least),
    coresShort: cpuCount / 10 > least,
    disk: readOnly ? 'read_only' : written,
    lifetime: policy.defaultLifetime,
    extension: policy.extensionDuration,
    window: policy.renewalWindow
  }
}
