import type { EngineInfo } from '../engine'
import { type Calls, DEADLINE } from './calls'

interface Info {
  ServerVersion: string
  OSType: string
  Architecture: string
  NCPU: number
  MemTotal: number
  Driver: string
  DriverStatus: [string, string][] | null
  Runtimes: Record<string, unknown> | null
}

/** True if layers may be limited. overlay2 needs XFS with `pquota`, which only an attempt shows. */
function mayLimit({ Driver, DriverStatus }: Info): boolean {
  if (Driver === 'btrfs' || Driver === 'zfs') return true
  return Driver === 'overlay2' && (DriverStatus ?? []).some(([, value]) => value === 'xfs')
}

export async function readInfo(calls: Calls): Promise<EngineInfo> {
  const info = await calls.send<Info>({ method: 'GET', path: '/info', deadline: DEADLINE.read })
  return {
    version: info.ServerVersion,
    os: info.OSType,
    architecture: info.Architecture,
    cpus: info.NCPU,
    memoryMb: Math.floor(info.MemTotal / (1024 * 1024)),
    storageDriver: info.Driver,
    diskQuota: mayLimit(info),
    runtimes: Object.keys(info.Runtimes ?? {})
  }
}
