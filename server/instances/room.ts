import { parseCompose } from '~/server/compose'
import { json } from '~/server/db'
import { type Load, load, OVERHEAD_MB } from '~/server/engines/contract'
import { type ChallengeSetup, totalsOf } from './spec'

/** SQL: JSON of what the engines have that start instances now; null when there is none. */
export const ENGINES = `(SELECT json_agg(json_build_object('memoryMb', memory_mb, 'cpu', cpu, 'places', places))
  FROM engines WHERE state = 'up' AND NOT draining AND (guard = 'guarded' OR accepted_at IS NOT NULL))`

/** The shape of ENGINES. */
export const ENGINES_COLUMN = json(load.array())

/**
 * How many instances of a challenge the engines can run at once while they run nothing else; null when its Compose file
 * cannot be read: then no instance can be started.
 */
export function instancesAtOnce(
  { compose, ...single }: Pick<ChallengeSetup, 'compose' | 'memoryMb' | 'cpu'>,
  engines: readonly Load[]
): number | null {
  const read = compose === null ? null : parseCompose(compose)
  if (read && !read.ok) return null
  const { memoryMb, cpu } = read ? totalsOf(read.spec.services) : single
  return engines.reduce((sum, engine) => {
    const byMemory = Math.floor(engine.memoryMb / (memoryMb + OVERHEAD_MB))
    return sum + Math.min(byMemory, Math.floor(engine.cpu / cpu), engine.places)
  }, 0)
}
