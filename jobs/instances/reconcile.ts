import type { LiveRow } from '~/server/instances'
import type { OrphanView } from '~/server/instances/contract'
import type { Context } from './context'
import type { Found } from './engine/engine'

/** Labels are only text. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Younger objects may belong to a row that was not there yet, or to a self-test. */
const YOUNG_MS = 60_000

/** Objects without a live row, or of an older generation. */
function orphansAmong(found: readonly Found[], rows: ReadonlyMap<string, LiveRow>, now: number): Found[] {
  return found.filter((one) => {
    const row = rows.get(one.instance)
    // Two rows may name one engine by two addresses: an object of the row's generation is no orphan.
    if (row && one.generation === row.generation) return false
    if (row?.here && row.leased) return false
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
export async function orphans(context: Context): Promise<OrphanView[]> {
  const { found, after } = await compare(context)
  return orphansAmong(found, after, Number.POSITIVE_INFINITY).map((one) => ({
    kind: one.kind,
    id: one.id,
    name: one.name,
    instance: one.instance,
    createdAt: one.createdAt.getTime()
  }))
}

/** Ends an instance whose container has exited, with reason and output; does nothing while it runs. */
export async function endExited({ engine, services }: Context, instance: string): Promise<void> {
  const ending = await engine.inspect(instance)
  if (ending?.running) return
  const lines = ending ? await engine.logs(instance, { lines: 400 }).catch(() => []) : []
  const reason = !ending ? 'lost' : ending.diskFull ? 'disk_full' : ending.oomKilled ? 'oom' : 'crashed'
  const log = lines.map(({ text }) => text).join('\n')
  await services.instances.work.end(instance, reason, { exitCode: ending?.exitCode ?? null, log })
}

/** Containers by instance; one of several may have ended alone. */
function containersByInstance(found: readonly Found[]): Map<string, Found[]> {
  const all = new Map<string, Found[]>()
  for (const one of found)
    if (one.kind === 'container') all.set(one.instance, [...(all.get(one.instance) ?? []), one])
  return all
}

/** Ends instances of which a container does not run, removes objects without a row. Continues after a fault of one. */
export async function reconcile(context: Context): Promise<void> {
  const { engine, engineId, services, log } = context
  const { before, found, after } = await compare(context)
  const containers = containersByInstance(found)
  const isolated = async (what: string, work: () => Promise<unknown>) => {
    await work().catch((error: Error) => log.warn({ what, err: error.message }, 'reconcile_failed'))
  }
  for (const row of after.values()) {
    if (
      !row.here ||
      row.desired === 'down' ||
      row.leased ||
      (row.state !== 'ready' && row.state !== 'unhealthy')
    )
      continue
    const was = before.get(row.id)?.state
    const own = (containers.get(row.id) ?? []).filter(({ generation }) => generation === row.generation)
    if (own.length > 0 && own.every(({ running }) => running)) continue
    if (was !== 'ready' && was !== 'unhealthy') continue
    await isolated(row.id, () => endExited(context, row.id))
  }
  const leftover = orphansAmong(found, after, Date.now())
  for (const one of leftover) await isolated(one.name, () => engine.removeFound(one))
  if (leftover.length > 0) {
    log.warn({ names: leftover.map(({ name }) => name) }, 'orphans_removed')
    await services.engines.work.orphansRemoved(engineId, leftover.length)
  }
}

/** Ends instances that exceed their disk limit, where the engine cannot enforce it. */
export async function sweepDisks({ engine, engineId, services, status, log }: Context): Promise<void> {
  if (status.diskQuota) return
  const { work } = services.instances
  for (const { id, diskMb, state, desired } of await work.live(engineId)) {
    if (diskMb === null || desired === 'down' || state === 'starting') continue
    try {
      const bytes = await engine.writtenBytes(id)
      if (bytes !== null && bytes > diskMb * 1024 * 1024) await work.end(id, 'disk_full')
    } catch (error) {
      log.warn({ instance: id, err: (error as Error).message }, 'disk_not_measured')
    }
  }
}
