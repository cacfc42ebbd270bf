import { parseCompose } from '~/server/compose'
import { json } from '~/server/db'
import { type Load, load, OVERHEAD_MB } from '~/server/engines/contract'
import { type ChallengeSetup, totalsOf } from './spec'

type Setup = Pick<ChallengeSetup, 'compose' | 'memoryMb' | 'cpu'>

/** SQL: JSON of engines that start instances; null for none. */
export const ENGINES = `(SELECT json_agg(json_build_object('memoryMb', memory_mb, 'cpu', cpu, 'places', places))
  FROM engines WHERE state = 'up' AND NOT draining AND (guard = 'guarded' OR accepted_at IS NOT NULL))`

export const ENGINES_COLUMN = json(load.array())

/** Null for an unreadable compose text. */
function takenBy({ compose, ...single }: Setup): { memoryMb: number; cpu: number } | null {
  if (compose === null) return single
  const read = parseCompose(compose)
  return read.ok ? totalsOf(read.spec.services) : null
}

/** Instances on otherwise empty engines; null for an unreadable compose text, which cannot start. */
export function instancesAtOnce(setup: Setup, engines: readonly Load[]): number | null {
  const taken = takenBy(setup)
  if (!taken) return null
  const { memoryMb, cpu } = taken
  return engines.reduce((sum, engine) => {
    const byMemory = Math.floor(engine.memoryMb / (memoryMb + OVERHEAD_MB))
    return sum + Math.min(byMemory, Math.floor(engine.cpu / cpu), engine.places)
  }, 0)
}

/**
 * Teams that can run all these challenges, or as many of the largest as `limit` (0: no limit) allows. An upper bound,
 * because rests of engines are added up. Null when none can start.
 */
export function teamsAtOnce(
  setups: readonly Setup[],
  limit: number,
  engines: readonly Load[]
): number | null {
  const all = setups.flatMap((setup) => takenBy(setup) ?? []).sort((a, b) => b.memoryMb - a.memoryMb)
  const most = limit > 0 ? all.slice(0, limit) : all
  if (most.length === 0) return null
  const sum = (count: (one: Load) => number) => engines.reduce((total, one) => total + count(one), 0)
  const memoryMb = most.reduce((total, one) => total + one.memoryMb + OVERHEAD_MB, 0)
  const cpu = most.reduce((total, one) => total + one.cpu, 0)
  return Math.floor(
    Math.min(
      sum((one) => one.memoryMb) / memoryMb,
      sum((one) => one.cpu) / cpu,
      sum((one) => one.places) / most.length
    )
  )
}
