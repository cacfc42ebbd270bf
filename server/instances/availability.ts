import type { Sql } from '~/server/platform/db'

/** How the engines stand, as far as starts are concerned. */
interface EngineRow {
  state: 'up' | 'down'
  draining: boolean
  guard: 'unknown' | 'guarded' | 'unguarded'
  accepted: boolean
}

/**
 * Why no instance can be started now, as a code of errors.json; null when one can, or could after the self-test that is
 * under way. Temporary troubles of one engine do not matter while another takes starts.
 */
export function unavailability(engines: readonly EngineRow[]): string | null {
  if (engines.length === 0) return 'container.no_engine'
  const up = engines.filter(({ state }) => state === 'up')
  if (up.length === 0) return 'container.engine_away'
  const usable = up.filter(({ guard, accepted }) => guard !== 'unguarded' || accepted)
  if (usable.length === 0) return 'container.engine_unguarded'
  return usable.every(({ draining }) => draining) ? 'container.engine_draining' : null
}

export async function availabilityOf(sql: Pick<Sql, 'query'>): Promise<string | null> {
  const { rows } = await sql.query<EngineRow>({
    name: 'instance_engines',
    text: 'SELECT state, draining, guard, accepted_at IS NOT NULL AS accepted FROM engines'
  })
  return unavailability(rows)
}
