import { bool, oneOf, type RowOf, rows, type Sql } from '~/server/db'
import { ENGINE_KINDS, type EngineKind } from '~/server/engines/contract'
import type { InstanceSpec } from './shapes'

type Fitness = Pick<InstanceSpec, 'needsDocker' | 'clusterLimit'>

const ANYWHERE: Fitness = { needsDocker: null, clusterLimit: null }

/** What a start asks of an engine. */
export const ENGINE = {
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

/** Whether an engine of the kind can run it. */
export const runsOn = (kind: EngineKind, { needsDocker, clusterLimit }: Fitness): boolean =>
  kind === 'docker' || (kind === 'swarm' ? needsDocker : clusterLimit) === null

/** SQL: the same of engine `e` and instance `i`. */
export const RUNS_ON = (i: string) =>
  `(e.kind = 'docker' OR e.kind = 'swarm' AND ${i}.spec->>'needsDocker' IS NULL
    OR e.kind = 'kubernetes' AND ${i}.spec->>'clusterLimit' IS NULL)`

/** As `unavailability`; `container.needs_docker` when there are engines, but none of a kind that can run it. */
export async function availabilityOf(sql: Sql, fitness: Fitness = ANYWHERE): Promise<string | null> {
  const engines = await rows(sql, ENGINE, {
    name: 'instance_engines',
    text: 'SELECT kind, state, draining, guard, accepted_at IS NOT NULL AS accepted FROM engines'
  })
  const suited = engines.filter(({ kind }) => runsOn(kind, fitness))
  return engines.length > 0 && suited.length === 0 ? 'container.needs_docker' : unavailability(suited)
}
