import type { LiveRow, StartedThere } from '~/server/instances'
import type { OrphanView } from '~/server/instances/contract'
import type { Context } from './context'
import { EngineError, type OwnedObject } from './engine/engine'
import { isAway } from './stopping'

/** Labels are only text. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Younger objects may belong to a row that was not there yet, or to a self-test. */
const YOUNG_MS = 60_000

/** Calls without an answer after which the engine is left alone until the next time: one container may hang, not several. */
const MAX_TIMEOUTS = 3

/** Objects without a live row, or of an older generation. */
function orphansAmong(
  found: readonly OwnedObject[],
  rows: ReadonlyMap<string, LiveRow>,
  now: number
): OwnedObject[] {
  return found.filter((one) => {
    const row = rows.get(one.instance)
    // Two rows may name one engine by two addresses: an object of the row's generation is no orphan.
    if (row && one.generation === row.generation) return false
    if (row?.assignedHere && row.leased) return false
    return row !== undefined || now - one.createdAt.getTime() > YOUNG_MS
  })
}

const byId = (rows: readonly LiveRow[]) => new Map(rows.map((row) => [row.id, row]))

/** Reads rows before and after the engine, so that changes meanwhile are not taken for differences. */
async function compare({ engine, engineId, services }: Context) {
  const { work } = services.instances
  const before = byId(await work.live(engineId))
  const found = await engine.list()
  const instances = [...new Set(found.map(({ instance }) => instance))].filter((id) => UUID.test(id))
  const after = byId(await work.live(engineId, instances))
  return { before, found, after }
}

/** Orphans, and younger objects without a row, for administrators. */
export async function listOrphans(context: Context): Promise<OrphanView[]> {
  const { found, after } = await compare(context)
  return orphansAmong(found, after, Number.POSITIVE_INFINITY).map((one) => ({
    kind: one.kind,
    id: one.id,
    name: one.name,
    instance: one.instance,
    createdAt: one.createdAt.getTime()
  }))
}

/** Ends an instance whose container has exited, with reason and output; does nothing while it runs, or runs by another start. */
export async function endExited({ engine, services }: Context, start: StartedThere): Promise<void> {
  const instance = start.id
  const ending = await engine.inspect(instance)
  if (ending?.running) return
  const lines = ending ? await engine.logs(instance, { lines: 400 }).catch(() => []) : []
  const reason = !ending ? 'lost' : ending.diskFull ? 'disk_full' : ending.oomKilled ? 'oom' : 'crashed'
  const log = lines.map(({ text }) => text).join('\n')
  await services.instances.work.end(start, reason, { exitCode: ending?.exitCode ?? null, log })
}

/** Containers by instance; one of several may have ended alone. */
function containersByInstance(found: readonly OwnedObject[]): Map<string, OwnedObject[]> {
  const all = new Map<string, OwnedObject[]>()
  for (const one of found)
    if (one.kind === 'container') all.set(one.instance, [...(all.get(one.instance) ?? []), one])
  return all
}

const SERVES: readonly string[] = ['ready', 'unhealthy']

const isServing = ({ assignedHere, desired, leased, state }: LiveRow): boolean =>
  assignedHere && desired === 'up' && !leased && SERVES.includes(state)

/** Of all containers of an instance; null while it is not clear. */
function healthOf(containers: readonly OwnedObject[]): 'healthy' | 'unhealthy' | null {
  const all = containers.map(({ health }) => health)
  if (all.includes('unhealthy')) return 'unhealthy'
  return all.includes('healthy') && !all.includes('starting') ? 'healthy' : null
}

/**
 * Runs work on one instance or object after the other; a fault of one does not keep the others from theirs.
 * @throws EngineError when the engine is away, or several calls were not answered
 */
function isolation(failed: (what: string, error: Error) => void) {
  let timeouts = 0
  return async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (error instanceof EngineError && error.fault === 'timeout') timeouts++
      if (isAway(error) || timeouts >= MAX_TIMEOUTS) throw error
      failed(what, error as Error)
    }
  }
}

/**
 * Ends instances of which a container does not run, puts right what events of their health were missed, and removes objects
 * without a row. Continues after a fault of one.
 * @throws EngineError as `isolation`
 */
export async function reconcileEngine(context: Context): Promise<void> {
  const { engine, engineId, services, log } = context
  const { before, found, after } = await compare(context)
  const containers = containersByInstance(found)
  const isolated = isolation((what, error) => log.warn({ what, err: error.message }, 'reconcile_failed'))
  for (const row of after.values()) {
    if (!isServing(row)) continue
    const was = before.get(row.id)?.state
    const own = (containers.get(row.id) ?? []).filter(({ generation }) => generation === row.generation)
    if (own.length > 0 && own.every(({ running }) => running)) {
      const health = healthOf(own)
      if (was === row.state && health !== null && (health === 'healthy') !== (row.state === 'ready'))
        await isolated(row.id, () =>
          services.instances.work.healthy({ ...row, engineId }, health === 'healthy')
        )
      continue
    }
    if (was !== 'ready' && was !== 'unhealthy') continue
    await isolated(row.id, () => endExited(context, { ...row, engineId }))
  }
  const leftover = orphansAmong(found, after, Date.now())
  for (const one of leftover) await isolated(one.name, () => engine.removeFound(one))
  if (leftover.length > 0) {
    log.warn({ names: leftover.map(({ name }) => name) }, 'orphans_removed')
    await services.engines.work.orphansRemoved(engineId, leftover.length)
  }
}

/** Ends instances that exceed their disk limit, where the engine cannot enforce it. @throws EngineError as `isolation` */
export async function sweepDisks({ engine, engineId, services, status, log }: Context): Promise<void> {
  if (status.diskQuota) return
  const { work } = services.instances
  const isolated = isolation((instance, error) =>
    log.warn({ instance, err: error.message }, 'disk_not_measured')
  )
  for (const { id, generation, diskMb, state, desired } of await work.live(engineId)) {
    if (diskMb === null || desired === 'down' || state === 'starting') continue
    await isolated(id, async () => {
      const bytes = await engine.writtenBytes(id)
      if (bytes !== null && bytes > diskMb * 1024 * 1024)
        await work.end({ id, engineId, generation }, 'disk_full')
    })
  }
}
