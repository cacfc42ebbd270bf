import { filledIn } from '~/server/compose'
import type { ServiceSpec } from '~/server/compose/contract'
import { engineHost, isSocket } from '~/server/engines'
import type { ClaimedEndpoint, ClaimedStart } from '~/server/instances'
import { type Context, startKey } from './context'
import {
  type ContainerPlan,
  type Egress,
  EngineError,
  type Publication,
  type Started,
  type StartPlan
} from './engine/engine'
import { Exited, FlagMissing, failureOf, NotReady } from './failures'
import { faultPoint } from './fault-point'
import { EgressRefused, resolveHosts } from './guard/egress'
import { untilReady } from './readiness'
import { endExited } from './reconcile'
import { isAway } from './stopping'

/** The start is no longer wanted: its team ended it, or another worker took it over. */
export class Cancelled extends Error {}

const teamOf = ({ teamId }: ClaimedStart) => (teamId === null ? 'admin' : String(teamId))

/** Environment with the flag under each of its names, only for dynamic flags, and the decoy if there is one. */
function envOf(claim: ClaimedStart, aliases: readonly string[]): Record<string, string> {
  const { flag, decoy, spec } = claim
  const env: Record<string, string> = { TEAM_ID: teamOf(claim), ...(decoy !== null && { DECOY: decoy }) }
  if (spec.flag === 'file') return { ...env, FLAG_FILE: spec.flagPath }
  if (spec.flag === 'env') for (const name of ['FLAG', ...aliases]) env[name] = flag!
  return env
}

async function egressOf(
  { connection, guard, owner, services, engineId }: Context,
  claim: ClaimedStart
): Promise<Egress> {
  const { id, spec } = claim
  if (spec.egress === 'none') return { kind: 'none' }
  if (spec.egress === 'internet') {
    const engine = await services.engines.work.find(engineId)
    if (engine?.guard !== 'guarded')
      throw new EgressRefused('egress_unguarded', 'nothing would keep the instance from private addresses')
    return { kind: 'internet' }
  }
  const hosts = await resolveHosts(spec.egressHosts)
  // A cluster gets a policy with the instance, instead of rules of this machine.
  if (connection.kind !== 'kubernetes') {
    // First: a process that keeps the rules takes away what no row allows.
    await services.instances.work.storeHosts(claim, owner, hosts)
    await guard.allow(id, hosts)
  }
  return { kind: 'hosts', hosts }
}

/** Ports that lead to a container of the instance; '' is the only one. */
const published = ({ connection }: Context, { endpoints }: ClaimedStart, name: string): Publication[] =>
  endpoints
    .filter(({ service }) => service === name)
    .map(({ port, published }) => ({ inside: port, address: connection.bind, port: published }))

function containerOf(context: Context, claim: ClaimedStart): ContainerPlan {
  const { spec, flag } = claim
  return {
    image: claim.images[spec.image]!,
    env: envOf(claim, context.env.CONTAINER_FLAG_ALIASES),
    publish: published(context, claim, ''),
    limits: { memoryMb: spec.memoryMb, cpu: spec.cpu, pids: spec.pids, diskMb: spec.diskMb },
    readOnly: spec.readOnly,
    capabilities: spec.capabilities,
    file: spec.flag === 'file' ? { path: spec.flagPath, content: flag!, mode: 0o400 } : null
  }
}

/** One of several containers, which get the flag only where their text says so. */
function serviceOf(context: Context, claim: ClaimedStart, service: ServiceSpec): ContainerPlan {
  const { memoryMb, cpu, pids } = service
  const values = {
    HALYARD_FLAG: claim.spec.flag === 'none' ? '' : (claim.flag ?? ''),
    HALYARD_DECOY: claim.decoy ?? '',
    HALYARD_TEAM_ID: teamOf(claim)
  }
  const env = Object.entries(service.environment).map(([name, value]) => [name, filledIn(value, values)])
  return {
    service: service.name,
    image: claim.images[service.image]!,
    env: Object.fromEntries(env),
    ...(service.entrypoint && { entrypoint: service.entrypoint }),
    ...(service.command && { command: service.command }),
    ...(service.user !== null && { user: service.user }),
    ...(service.hostname !== null && { hostname: service.hostname }),
    ...(service.workingDir !== null && { workingDir: service.workingDir }),
    ...(service.healthcheck && { healthcheck: service.healthcheck }),
    tmpfs: service.tmpfs,
    volumes: service.volumes,
    dependsOn: service.dependsOn,
    publish: published(context, claim, service.name),
    limits: { memoryMb, cpu, pids, diskMb: claim.spec.diskMb },
    readOnly: service.readOnly,
    capabilities: service.capabilities,
    file: null
  }
}

/** All containers, that of the first endpoint first. */
function containersOf(context: Context, claim: ClaimedStart): [ContainerPlan, ...ContainerPlan[]] {
  const { services } = claim.spec
  if (services.length === 0) return [containerOf(context, claim)]
  const main = claim.endpoints[0]!.service
  const all = services.map((service) => serviceOf(context, claim, service))
  return [all.find(({ service }) => service === main)!, ...all.filter(({ service }) => service !== main)]
}

/** What a Swarm or a cluster needs to know, since it chooses the machine. */
async function placementOf({ services, engineId }: Context, { spec }: ClaimedStart) {
  const { work } = services.engines
  const [nodes, credentials] = await Promise.all([work.usedNodes(engineId), work.credentials(spec.image)])
  return { credentials, ...(nodes && { nodes }) }
}

async function planOf(context: Context, claim: ClaimedStart): Promise<StartPlan> {
  if (claim.spec.flag !== 'none' && claim.flag === null) throw new FlagMissing('the team has no flag of it')
  const [first, ...beside] = containersOf(context, claim)
  return {
    ...first,
    beside,
    instance: claim.id,
    generation: claim.generation,
    labels: {
      TeamId: teamOf(claim),
      UserId: claim.requestedBy ?? '',
      ChallengeId: String(claim.challengeId ?? '')
    },
    subnet: claim.subnet,
    egress: await egressOf(context, claim),
    startTimeout: claim.spec.startTimeout,
    ...(context.connection.kind !== 'docker' && (await placementOf(context, claim))),
    joined: claim.spec.solver !== undefined
  }
}

async function waitUntilServing(
  context: Context,
  claim: ClaimedStart,
  { address, node, waitedMs }: Started,
  signal: AbortSignal
): Promise<void> {
  const { engine, exits } = context
  const { id, spec, endpoints } = claim
  const [{ port, published }] = endpoints as [ClaimedEndpoint]
  const stop = new AbortController()
  const late = setTimeout(
    () => stop.abort(new NotReady(`no answer on port ${port} within ${spec.startTimeout} s`)),
    Math.max(0, spec.startTimeout * 1000 - waitedMs)
  )
  const key = startKey(id, claim.generation)
  exits.set(key, (ending) => stop.abort(new Exited(ending)))
  // The event may have come before the handler existed.
  const regular = setInterval(() => {
    engine.inspect(id).then(
      (found) => found?.running || stop.abort(new Exited(found)),
      () => {}
    )
  }, 1000)
  const addresses = {
    // At another machine's address, something of this one may answer.
    direct: node || !isSocket(context.connection.address) ? null : { host: address, port },
    published: { host: node?.host ?? engineHost(context.connection.address), port: published }
  }
  try {
    await untilReady(engine, id, spec, addresses, AbortSignal.any([signal, stop.signal]))
  } finally {
    clearTimeout(late)
    clearInterval(regular)
    exits.delete(key)
  }
}

async function exitOf({ engine }: Context, instance: string) {
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

/** A solver without a challenge's container makes its network itself: there is nothing to start before it. */
async function startAlone(context: Context, claim: ClaimedStart): Promise<void> {
  await egressOf(context, claim)
  const kept = await context.services.instances.work.ready(claim, context.owner, {
    container: '',
    endpoints: []
  })
  if (!kept) throw new Cancelled('nobody wants it any more')
}

/**
 * Waits until it is ready, and stores the result; a failure leaves no objects. Never throws.
 * @param signal the start is no longer wanted
 */
export async function startClaimed(
  context: Context,
  claim: ClaimedStart,
  signal: AbortSignal
): Promise<void> {
  const { connection, engine, owner, services, env, log } = context
  const { work } = services.instances
  const { id } = claim
  const remove = async () => {
    await engine.remove(id, claim.generation)
    if (claim.spec.egress === 'hosts') await context.guard.revoke(id)
  }
  try {
    faultPoint('start:claimed')
    if (claim.spec.solver?.alone) return await startAlone(context, claim)
    const plan = await planOf(context, claim)
    const started = await engine.start(plan, signal)
    faultPoint('start:created')
    await work.addEvent(id, 'created')
    await waitUntilServing(context, claim, started, signal)
    faultPoint('start:serving')
    // With tunnels, each player has an address of their own.
    const entryOf = (published: number) =>
      env.INSTANCE_ENTRY === 'port' ? `${started.node?.entry ?? connection.entry}:${published}` : null
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
    // It may have exited between the last probe and the write of the row.
    await endExited(context, { id, engineId: context.engineId, generation: claim.generation }).catch(() => {})
  } catch (error) {
    // A worker that took over has created objects of the same names. Without an answer the lease expires.
    if (!(await work.isOwner(claim, owner).catch(() => false))) return
    if (error instanceof Cancelled || signal.aborted) {
      try {
        await remove()
        await work.removed(id, owner)
      } catch (refusal) {
        await work.notRemoved(id, owner, (refusal as Error).message, isAway(refusal))
      }
      return
    }
    context.refused.note(error, claim)
    const failure = failureOf(error, claim)
    const exit = error instanceof Exited || error instanceof NotReady ? await exitOf(context, id) : undefined
    await remove().catch((refusal: Error) =>
      log.warn({ instance: id, err: refusal.message }, 'instance_not_cleaned')
    )
    if (error instanceof EngineError && /gone|image/.test(error.fault))
      for (const image of claim.spec.images) await services.engines.work.missing(context.engineId, image)
    await work.startFailed(claim, owner, {
      ...failure,
      text: (error as Error).message,
      ...(exit && { exit })
    })
  }
}
