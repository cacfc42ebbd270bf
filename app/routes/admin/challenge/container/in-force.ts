import type { ChallengeEdit } from '~/server/challenges/contract'
import { type EngineView, OVERHEAD_MB } from '~/server/engines/contract'

/** Where an instance with a read-only root can write. */
export const WRITABLE = ['/tmp', '/run', '/var/tmp']

/** What becomes of a challenge's limits on the engines there are; null = nobody knows without one. */
export interface InForce {
  /** MiB that the largest engine could give, when it is less than asked. */
  memoryShort: number | null
  /** Cores of all containers together, and whether an engine has no more for one of them. */
  cores: number
  coresShort: boolean
  /** What keeps the disk. */
  disk: 'read_only' | 'quota' | 'sweep' | null
  /** Minutes: of every instance, of an extension, and before the end in which that may be asked for. */
  lifetime: number
  extension: number
  window: number
}

/** What one container of several may take. */
export interface ServiceShare {
  memoryMb: number
  cores: number
  readOnly: boolean
}

interface Policy {
  defaultLifetime: number
  extensionDuration: number
  renewalWindow: number
}

/**
 * Of several engines it tells what holds on all of them: the least of the cores, a sweep where one has no quota.
 * `services`: of a challenge with several containers, which have limits of their own.
 */
export function inForceOf(
  {
    memoryLimit,
    cpuCount,
    containerOptions: { readOnly }
  }: Pick<ChallengeEdit, 'memoryLimit' | 'cpuCount' | 'containerOptions'>,
  engines: readonly Pick<EngineView, 'info' | 'capacity'>[],
  policy: Policy,
  services: readonly ServiceShare[] = []
): InForce {
  const one = { memoryMb: memoryLimit, cores: cpuCount / 10, readOnly }
  const parts = services.length > 0 ? services : [one]
  const memory = parts.reduce((sum, { memoryMb }) => sum + memoryMb, 0)
  const known = engines.flatMap(({ info, capacity }) => (info ? { ...info, capacity } : []))
  const most = Math.max(...known.map(({ capacity }) => capacity.memoryMb)) - OVERHEAD_MB
  const least = Math.min(...known.map(({ cpus }) => cpus))
  const written = known.length === 0 ? null : known.every(({ diskQuota }) => diskQuota) ? 'quota' : 'sweep'
  return {
    memoryShort: known.length > 0 && memory > most ? Math.max(0, most) : null,
    cores: parts.reduce((sum, { cores }) => sum + Math.round(10 * Math.min(cores, least)), 0) / 10,
    coresShort: parts.some(({ cores }) => cores > least),
    disk: parts.every((part) => part.readOnly) ? 'read_only' : written,
    lifetime: policy.defaultLifetime,
    extension: policy.extensionDuration,
    window: policy.renewalWindow
  }
}
