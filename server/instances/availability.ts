import { bool, oneOf, type RowOf, rows, type Sql } from '~/server/db'
import { ENGINE_KINDS } from '~/server/engines/contract'

const ENGINE = {
  kind: oneOf(ENGINE_KINDS),
  state: oneOf(['up', 'down']),
  draining: bool,
  guard: oneOf(['unknown', 'guarded', 'unguarded']),
  accepted: bool
}

/**
 * Code of errors.json; null when one can start, or could after the running self-test. One engine's temporary trouble
 * does not count while another starts instances.
 */
function unavailability(engines: readonly RowOf<typeof ENGINE>[]): string | null {
  if (engines.length === 0) return 'container.no_engine'
  const up = engines.filter(({ state }) => state === 'up')
  if (up.length === 0) return 'container.engine_away'
  const usable = up.filter(({ guard, accepted }) => guard !== 'unguarded' || accepted)
  if (usable.length === 0) return 'container.engine_unguarded'
  return usable.every(({ draining }) => draining) ? 'container.engine_draining' : null
}

/** As `unavailability`; `container.needs_docker` when it runs on no Swarm and there is nothing else. */
export async function availabilityOf(sql: Sql, needsDocker = false): Promise<string | null> {
  const engines = await rows(sql, ENGINE, {
    name: 'instance_engines',
    text: 'SELECT kind, state, draining, guard, accepted_at IS NOT NULL AS accepted FROM engines'
  })
  const suited = needsDocker ? engines.filter(({ kind }) => kind === 'docker') : engines
  return engines.length > 0 && suited.length === 0 ? 'container.needs_docker' : unavailability(suited)
}
