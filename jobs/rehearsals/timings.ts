import { TIMED, type Timed } from '~/server/rehearsals/constants'
import type { RehearsalReport } from '~/server/rehearsals/contract'

type Calls = RehearsalReport['calls']

export interface Timings {
  add(call: Timed, ms: number): void
  /** Slowest p95 first; calls that never happened are left out. */
  summary(): Calls
}

/** The value that `share` of the sorted ones do not exceed (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function createTimings(): Timings {
  const all = new Map<Timed, number[]>(TIMED.map((call) => [call, []]))
  return {
    add: (call, ms) => void all.get(call)!.push(ms),
    summary: () =>
      [...all]
        .filter(([, times]) => times.length > 0)
        .map(([call, times]) => {
          const sorted = [...times].sort((a, b) => a - b)
          const at = (share: number) => Math.round(percentile(sorted, share))
          return { call, count: sorted.length, p50: at(0.5), p95: at(0.95), worst: at(1) }
        })
        .sort((a, b) => b.p95 - a.p95)
  }
}
