import { parseCompose } from '~/server/compose'
import { json } from '~/server/db'
import { type Load, load, OVERHEAD_MB } from '~/server/engines/contract'
import { type ChallengeSetup, totalsOf } from './spec'

type Setup = Pick<ChallengeSetup, 'compose' | 'memoryMb' | 'cpu'>

/** SQL: JSON of what the engines have that start instances now; null when there is none. */
export const ENGINES = `(SELECT json_agg(json_build_object('memoryMb', memory_mb, 'cpu', cpu, 'places', places))
  FROM engines WHERE state = 'up' AND NOT draining AND (guard = 'guarded' OR accepted_at IS NOT NULL))`

/** The shape of ENGINES. */
export const ENGINES_COLUMN = json(load.array())

/** What an instance takes; null when its Compose file cannot be read. */
function takenBy({ compose, ...single }: Setup): { memoryMb: number; cpu: number } | null {
  if (compose === null) return single
  const read = parseCompose(compose)
  return read.ok ? totalsOf(read.spec.services) : null
}

/**
 * How many instances of a challenge the engines can run at once while they run nothing else; null when its Compose file
 * cannot be read: then no instance can be started.
 */
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
 * How many teams the engines have room for when each runs instances of all these challenges at once, or of as many of the
 * largest as a team may (`limit`, 0 = any number). What is left on several engines is counted as one, so this is the most
 * that can be. Null where no instance can be started.
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
