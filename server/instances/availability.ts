import { bool, number, oneOf, type RowOf, rows, type Sql } from '~/server/db'
import { OVERHEAD_MB } from '~/server/engines'
import { ENGINE_KINDS } from '~/server/engines/contract'
import type { InstanceSpec } from './row-shapes'

type Fitness = Pick<InstanceSpec, 'needsDocker' | 'clusterLimit' | 'egress' | 'memoryMb' | 'cpu'>

const ANYWHERE: Fitness = { needsDocker: null, clusterLimit: null, egress: 'none', memoryMb: 0, cpu: 0 }

/** Whether an engine takes starts, and its size. */
export const TAKES = {
  state: oneOf(['up', 'down']),
  draining: bool,
  guard: oneOf(['unknown', 'guarded', 'unguarded']),
  accepted: bool,
  memoryMb: number,
  cpu: number,
  places: number
}
/** What a start asks of an engine. `sized`: it answered once, so that its size is known. */
const ENGINE = { ...TAKES, kind: oneOf(ENGINE_KINDS), allowsHosts: bool, sized: bool }
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

/** Whether it would fit if the engine were empty. */
const isLargeEnough = ({ memoryMb, cpu, places, sized }: EngineRow, one: Fitness): boolean =>
  !sized || (one.memoryMb + OVERHEAD_MB <= memoryMb && one.cpu <= cpu && places > 0)

/**
 * Whether the engine can run it: an engine of its kind, large enough, and one that can give it its egress. The internet is open
 * only where private addresses are known to be closed, accepted or not.
 */
function runsOn(engine: EngineRow, fitness: Fitness): boolean {
  const { kind, guard, allowsHosts } = engine
  const { needsDocker, clusterLimit, egress } = fitness
  return (
    isLargeEnough(engine, fitness) &&
    (kind === 'docker' || (kind === 'swarm' ? needsDocker : clusterLimit) === null) &&
    (egress === 'none' || (egress === 'hosts' ? allowsHosts : guard === 'guarded'))
  )
}

/** SQL: the same of engine `e`, which has answered, and instance `i`. */
export const runsOnSql = (i: string) =>
  `((e.kind = 'docker' OR e.kind = 'swarm' AND ${i}.spec->>'needsDocker' IS NULL
    OR e.kind = 'kubernetes' AND ${i}.spec->>'clusterLimit' IS NULL)
   AND ${i}.memory_mb + ${OVERHEAD_MB} <= e.memory_mb AND ${i}.cpu <= e.cpu AND e.places > 0
   AND CASE ${i}.spec->>'egress' WHEN 'hosts' THEN e.allows_hosts WHEN 'internet' THEN e.guard = 'guarded' ELSE true END)`

/** As `unavailability`; `container.needs_docker` when there are engines, but none that can run it. */
export async function checkAvailability(sql: Sql, fitness: Fitness = ANYWHERE): Promise<string | null> {
  const engines = await rows(sql, ENGINE, {
    name: 'instance_engines',
    text: `SELECT kind, state, draining, guard, allows_hosts AS "allowsHosts", accepted_at IS NOT NULL AS accepted,
      memory_mb AS "memoryMb", cpu, places, seen_at IS NOT NULL AS sized FROM engines`
  })
  // An engine that is being tested may pass.
  const likely = (engine: EngineRow) =>
    engine.guard === 'unknown' && !engine.accepted ? { ...engine, guard: 'guarded' as const } : engine
  const suited = engines.filter((engine) => runsOn(likely(engine), fitness))
  return engines.length > 0 && suited.length === 0 ? 'container.needs_docker' : unavailability(suited)
}
