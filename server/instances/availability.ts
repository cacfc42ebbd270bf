import { bool, oneOf, type RowOf, rows, type Sql } from '~/server/db'
import { ENGINE_KINDS } from '~/server/engines/contract'
import type { InstanceSpec } from './shapes'

type Fitness = Pick<InstanceSpec, 'needsDocker' | 'clusterLimit' | 'egress'>

const ANYWHERE: Fitness = { needsDocker: null, clusterLimit: null, egress: 'none' }

/** What a start asks of an engine. */
export const ENGINE = {
  kind: oneOf(ENGINE_KINDS),
  state: oneOf(['up', 'down']),
  draining: bool,
  guard: oneOf(['unknown', 'guarded', 'unguarded']),
  allowsHosts: bool,
  accepted: bool
}
type EngineRow = RowOf<typeof ENGINE>

/**
 * Code of errors.json; null when one can start, or could after the running self-test. One engine's temporary trouble
 * does not count while another starts instances.
 */
function unavailability(engines: readonly EngineRow[]): string | null {
  if (engines.length === 0) return 'container.no_engine'
  const up = engines.filter(({ state }) => state === 'up')
  if (up.length === 0) return 'container.engine_away'
  const usable = up.filter(({ guard, accepted }) => guard !== 'unguarded' || accepted)
  if (usable.length === 0) return 'container.engine_unguarded'
  return usable.every(({ draining }) => draining) ? 'container.engine_draining' : null
}

/**
 * Whether the engine can run it: an engine of its kind, and one that can give it its egress. The internet is open only where
 * private addresses are known to be closed, accepted or not.
 */
export const runsOn = (
  { kind, guard, allowsHosts }: Pick<EngineRow, 'kind' | 'guard' | 'allowsHosts'>,
  { needsDocker, clusterLimit, egress }: Fitness
): boolean =>
  (kind === 'docker' || (kind === 'swarm' ? needsDocker : clusterLimit) === null) &&
  (egress === 'none' || (egress === 'hosts' ? allowsHosts : guard === 'guarded'))

/** SQL: the same of engine `e` and instance `i`. */
export const RUNS_ON = (i: string) =>
  `((e.kind = 'docker' OR e.kind = 'swarm' AND ${i}.spec->>'needsDocker' IS NULL
    OR e.kind = 'kubernetes' AND ${i}.spec->>'clusterLimit' IS NULL)
   AND CASE ${i}.spec->>'egress' WHEN 'hosts' THEN e.allows_hosts WHEN 'internet' THEN e.guard = 'guarded' ELSE true END)`

/** As `unavailability`; `container.needs_docker` when there are engines, but none that can run it. */
export async function availabilityOf(sql: Sql, fitness: Fitness = ANYWHERE): Promise<string | null> {
  const engines = await rows(sql, ENGINE, {
    name: 'instance_engines',
    text: 'SELECT kind, state, draining, guard, allows_hosts AS "allowsHosts", accepted_at IS NOT NULL AS accepted FROM engines'
  })
  // An engine that is being tested may pass.
  const likely = (engine: EngineRow) =>
    engine.guard === 'unknown' && !engine.accepted ? { ...engine, guard: 'guarded' as const } : engine
  const suited = engines.filter((engine) => runsOn(likely(engine), fitness))
  return engines.length > 0 && suited.length === 0 ? 'container.needs_docker' : unavailability(suited)
}
