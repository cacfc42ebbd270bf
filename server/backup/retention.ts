import { DAY_MS } from '~/server/platform/time'
import type { StoredBackup } from './targets'

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS)
/** Weeks begin on Monday; the epoch began on a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)

function newestOf(kept: readonly StoredBackup[], periodOf: (at: Date) => number, count: number): Set<string> {
  const newest = new Map<number, string>()
  for (const { name, at } of kept) newest.set(periodOf(at), name)
  const periods = [...newest.keys()].sort((a, b) => b - a).slice(0, count)
  return new Set(periods.map((period) => newest.get(period)!))
}

/** All but the newest of each of the last days and weeks (UTC). Keeps the newest of all. `kept`: oldest first. */
export function expiredBackups(
  kept: readonly StoredBackup[],
  { daily, weekly }: { daily: number; weekly: number }
): StoredBackup[] {
  const staying = new Set([
    ...newestOf(kept, dayOf, daily),
    ...newestOf(kept, weekOf, weekly),
    ...kept.slice(-1).map(({ name }) => name)
  ])
  return kept.filter(({ name }) => !staying.has(name))
}
