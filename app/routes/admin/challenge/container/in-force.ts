import type { ChallengeEdit } from '~/server/challenges/contract'
import { type EngineView, OVERHEAD_MB } from '~/server/engines/contract'

export const WRITABLE = ['/tmp', '/run', '/var/tmp']

/** A challenge's limits on the present engines; null fields without an engine. */
export interface InForce {
  /** MiB of the largest engine, when less than set. */
  memoryShort: number | null
  /** Cores of all containers, and whether an engine has fewer for one of them. */
  cores: number
  coresShort: boolean
  /** The limit of the disk. */
  disk: 'read_only' | 'quota' | 'sweep' | null
  /** Minutes: of an instance, an extension, and the window before the end in which extension is possible. */
  lifetime: number
  extension: number
  window: number
}

interface ServiceShare {
  memoryMb: number
  cores: number
  readOnly: boolean
}

interface Policy {
  defaultLifetime: number
  extensionDuration: number
  renewalWindow: number
}

/** Limits that hold on all engines. `services`: limits by container. */
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
