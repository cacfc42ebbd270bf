import { engineHost } from '~/server/engines'
import type { ClaimedEndpoint, ClaimedStart } from '~/server/instances'
import type { StartError } from '~/server/instances/contract'
import { bindAddress, publicEntry } from './connection'
import type { Context } from './context'
import { type Egress, type Ending, EngineError, type StartPlan } from './engine/engine'
import { faultPoint } from './fault-point'
import { EgressRefused, resolveHosts } from './guard/egress'
import { untilReady } from './readiness'
import { bury } from './reconcile'
import { isAway } from './stopping'

/** The container ended before it was ready. */
class Exited extends Error {
  constructor(readonly ending: Ending | null) {
    super(ending?.oomKilled ? 'out of memory' : `exit code ${ending?.exitCode ?? 'unknown'}`)
  }
}

class NotReady extends Error {}

/** Nobody wants it any more: ended by its team, or taken over by another worker. */
export class Cancelled extends Error {}

/** Environment of a container: the flag under each of its names, for dynamic challenges only. */
function envOf({ teamId, flag, spec }: ClaimedStart, aliases: readonly string[]): Record<string, string> {
  const env: Record<string, string> = { TEAM_ID: teamId === null ? 'admin' : String(teamId) }
  if (spec.flag === 'file') return { ...env, FLAG_FILE: spec.flagPath }
  if (spec.flag === 'env' && flag !== null) for (const name of ['FLAG', ...aliases]) env[name] = flag
  return env
}

async function egressOf({ guard, services, engineId }: Context, { id, spec }: ClaimedStart): Promise<Egress> {
  if (spec.egress === 'none') return { kind: 'none' }
  if (spec.egress === 'internet') {
    const engine = await services.engines.work.find(engineId)
    if (engine?.guard !== 'guarded')
      throw new EgressRefused('egress_unguarded', 'nothing would keep the instance from private addresses')
    return { kind: 'internet' }
  }
  const hosts = await resolveHosts(spec.egressHosts)
  await guard.allow(id, hosts)
  return { kind: 'hosts', hosts }
}

async function planOf(context: Context, claim: ClaimedStart): Promise<StartPlan> {
  const { env } = context
  const { id, spec, flag } = claim
  return {
    instance: id,
    generation: claim.generation,
    image: claim.image,
    env: envOf(claim, env.CONTAINER_FLAG_ALIASES),
    labels: {
      TeamId: claim.teamId === null ? 'admin' : String(claim.teamId),
      UserId: claim.requestedBy ?? '',
      ChallengeId: String(claim.challengeId ?? '')
    },
    publish: claim.endpoints.map(({ port, published }) => ({
      ...{ inside: port, address: bindAddress(env), port: published }
    })),
    subnet: claim.subnet,
    egress: await egressOf(context, claim),
    limits: { memoryMb: spec.memoryMb, cpu: spec.cpu, pids: spec.pids, diskMb: spec.diskMb },
    readOnly: spec.readOnly,
    capabilities: spec.capabilities,
    file: spec.flag === 'file' && flag !== null ? { path: spec.flagPath, content: flag, mode: 0o400 } : null
  }
}

/** Waits for the service, its death, the end of its time, or `signal`, whichever is first. */
async function serving(
  context: Context,
  claim: ClaimedStart,
  address: string,
  signal: AbortSignal
): Promise<void> {
  const { engine, deaths } = context
  const { id, spec, endpoints } = claim
  const [{ port, published }] = endpoints as [ClaimedEndpoint]
  const stop = new AbortController()
  const late = setTimeout(
    () => stop.abort(new NotReady(`no answer on port ${port} within ${spec.startTimeout} s`)),
    spec.startTimeout * 1000
  )
  deaths.set(id, (ending) => stop.abort(new Exited(ending)))
  // The event may have come before anybody listened.
  const regular = setInterval(() => {
    engine.inspect(id).then(
      (found) => found?.running || stop.abort(new Exited(found)),
      () => {}
    )
  }, 1000)
  const ways = {
    direct: { host: address, port },
    published: { host: engineHost(context.address), port: published }
  }
  try {
    await untilReady(engine, id, spec, ways, AbortSignal.any([signal, stop.signal]))
  } finally {
    clearTimeout(late)
    clearInterval(regular)
    deaths.delete(id)
  }
}

interface Verdict {
  code: StartError
  retry: boolean
  burns: boolean
}

/** Refusals of the engine after which the same start may well succeed, and must not count against the instance. */
const CHANCE: readonly string[] = ['subnet_taken', 'port_taken', 'gone', 'image.not_found', 'unreachable']

function verdictOf(error: unknown): Verdict {
  if (error instanceof NotReady) return { code: 'not_ready', retry: false, burns: true }
  if (error instanceof Exited)
    return { code: error.ending?.oomKilled ? 'oom' : 'exited', retry: false, burns: true }
  if (error instanceof EgressRefused)
    return { code: error.code, retry: error.code === 'egress_unresolved', burns: true }
  if (!(error instanceof EngineError)) return { code: 'engine', retry: true, burns: true }
  if (error.fault === 'start_failed') return { code: 'command', retry: false, burns: true }
  return { code: 'engine', retry: true, burns: !CHANCE.includes(error.fault) }
}

/** What a container that did not become ready left to say; nothing when the engine cannot tell. */
async function lastWords({ engine }: Context, instance: string) {
  try {
    const [ending, lines] = await Promise.all([
      engine.inspect(instance),
      engine.logs(instance, { lines: 200 })
    ])
    return { exitCode: ending?.exitCode ?? null, log: lines.map(({ text }) => text).join('\n') }
  } catch {
    return undefined
  }
}

/**
 * Starts an instance that this worker has claimed, waits until it is ready, and says so; or says why not, with nothing
 * left on the engine. Never throws. `signal` is aborted when nobody wants it any more.
 */
export async function start(context: Context, claim: ClaimedStart, signal: AbortSignal): Promise<void> {
  const { engine, owner, services, env, log } = context
  const { work } = services.instances
  const { id } = claim
  const remove = async () => {
    await engine.remove(id)
    if (claim.spec.egress === 'hosts') await context.guard.forget(id)
  }
  try {
    faultPoint('start:claimed')
    const plan = await planOf(context, claim)
    const started = await engine.start(plan)
    faultPoint('start:created')
    await work.note(id, 'created')
    await serving(context, claim, started.address, signal)
    faultPoint('start:serving')
    // Of a tunnel everybody has an address of their own.
    const entryOf = (published: number) =>
      env.INSTANCE_ENTRY === 'port' ? `${publicEntry(env)}:${published}` : null
    const kept = await work.ready(claim, owner, {
      container: started.container,
      endpoints: claim.endpoints.map(({ position, service, published }) => ({
        position,
        address: started.beside[service] ?? started.address,
        entry: entryOf(published)
      }))
    })
    faultPoint('start:ready')
    if (!kept) throw new Cancelled('nobody wants it any more')
    // One that ended between its last look and now had nobody to tell.
    await bury(context, id).catch(() => {})
  } catch (error) {
    // Whoever took it over has made objects of the same names; without an answer the lease ends by itself.
    if (!(await work.holds(claim, owner).catch(() => false))) return
    if (error instanceof Cancelled || signal.aborted) {
      try {
        await remove()
        await work.removed(id, owner)
      } catch (failure) {
        await work.notRemoved(id, owner, (failure as Error).message, isAway(failure))
      }
      return
    }
    const verdict = verdictOf(error)
    const death =
      error instanceof Exited || error instanceof NotReady ? await lastWords(context, id) : undefined
    await remove().catch((failure: Error) =>
      log.warn({ instance: id, err: failure.message }, 'instance_not_cleaned')
    )
    if (error instanceof EngineError && /gone|image/.test(error.fault))
      await services.engines.work.missing(context.engineId, claim.spec.image)
    await work.startFailed(claim, owner, {
      ...verdict,
      text: (error as Error).message,
      ...(death && { death })
    })
  }
}
