import { setTimeout as pause } from 'node:timers/promises'
import { faultPoint } from '../../fault-point'
import { checkFile } from '../docker/files'
import { ownerOf } from '../docker/names'
import { EngineError, type Started, type StartPlan } from '../engine'
import { type Cluster, isOver, type Pod, podsOf, statusesOf } from './api'
import { DEADLINE } from './calls'
import { pullTrouble } from './images'
import { type ClusterNode, readNodes } from './nodes'
import { removeInstance } from './objects'
import { hostsPolicy } from './policies'
import { podSpec, requireFit, secretSpecs } from './spec'

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 500
/** Until a node has room, and until it has the image, which is usually there. */
const PLACED_MS = 20_000
const PREPARED_MS = 120_000

export interface StartNeeds {
  cluster: Cluster
  openPorts(): Promise<boolean>
  left(instance: string, error: Error): void
}

/** Keeps a running Pod of the same generation; earlier ones are removed first. On failure removes all but later attempts. */
export async function startInstance(
  needs: StartNeeds,
  plan: StartPlan,
  signal?: AbortSignal
): Promise<Started> {
  checkFile(plan)
  requireFit(plan)
  try {
    return await attempt(needs, plan, signal)
  } catch (error) {
    await removeInstance(needs.cluster, plan.instance, plan.generation).catch((failure: Error) =>
      needs.left(plan.instance, failure)
    )
    throw error
  }
}

async function attempt(
  { cluster, openPorts }: StartNeeds,
  plan: StartPlan,
  signal?: AbortSignal
): Promise<Started> {
  const { calls, paths, install } = cluster
  const nodes = await readNodes(cluster)
  const [earlier] = await podsOf(cluster, plan.instance)
  const same = earlier && ownerOf(earlier.metadata.labels, install)?.generation === plan.generation
  if (same && !isOver(earlier)) return running(cluster, plan, nodes, signal)
  // Also removes secrets whose Pod was never made.
  await removeInstance(cluster, plan.instance, plan.generation)
  if (plan.labels.Purpose !== 'self-test') faultPoint('start:network')
  const create = (path: string, body: object) =>
    calls.send({ method: 'POST', path, body, deadline: DEADLINE.make })
  // Before the Pod, which would not be let out of the namespace for a moment, or let out without a limit.
  const policy = hostsPolicy(plan, install)
  if (policy) await create(paths.policies, policy)
  for (const secret of secretSpecs(plan, install)) await create(paths.secrets, secret)
  await create(
    paths.pods,
    podSpec(plan, install, { nodes: namesOf(plan, nodes), openPorts: await openPorts() })
  )
  return running(cluster, plan, nodes, signal)
}

/** Names of nodes that may take the instance; null: any. @throws EngineError when none of them is left */
function namesOf({ nodes }: StartPlan, all: readonly ClusterNode[]): string[] | null {
  if (!nodes) return null
  const names = all.filter(({ id }) => nodes.includes(id)).map(({ name }) => name)
  if (names.length === 0)
    throw new EngineError('failed', 'none of the nodes that passed the self-test is left')
  return names
}

/** The reason why no node takes the Pod, in the scheduler's words; null before it has looked. */
function placementTrouble({ status }: Pod): EngineError | null {
  const scheduled = status.conditions?.find(({ type }) => type === 'PodScheduled')
  if (scheduled?.status !== 'False') return null
  const text = scheduled.message ?? scheduled.reason ?? 'no node takes it'
  return new EngineError(/free ports/.test(text) ? 'port_taken' : 'failed', text)
}

/** The reason why the containers cannot run, in the words of the node; null while they may. */
function containerTrouble(pod: Pod): EngineError | null {
  for (const one of statusesOf(pod)) {
    const { reason = '', message = '' } = one?.state?.waiting ?? {}
    const text = `${reason}: ${message}`
    if (/address already in use|port is already allocated/i.test(message))
      return new EngineError('port_taken', text)
    if (/^(CreateContainer|RunContainer|StartError|PostStart)/.test(reason))
      return new EngineError('start_failed', text)
    // A node says so of a container whose program it does not find.
    const ended = one?.state?.terminated
    if (ended && /^(ContainerCannotRun|StartError)$/.test(ended.reason ?? ''))
      return new EngineError('start_failed', ended.message ?? ended.reason!)
  }
  // The node refused it, such as for its ports or settings.
  const { phase, reason, message, containerStatuses = [] } = pod.status
  if (phase !== 'Failed' || containerStatuses.some(({ state }) => state?.terminated)) return null
  return new EngineError(/ports/i.test(reason ?? '') ? 'port_taken' : 'failed', `${reason}: ${message ?? ''}`)
}

/** Waits until all containers run. Those that ran and have ended count as started: the caller reads why they ended. */
async function running(
  cluster: Cluster,
  plan: StartPlan,
  known: readonly ClusterNode[],
  signal?: AbortSignal
): Promise<Started> {
  let [placed, since] = [false, Date.now()]
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, MAX_PAUSE_MS)) {
    const [pod] = await podsOf(cluster, plan.instance)
    if (!pod) throw new EngineError('gone', 'the Pod is gone before it ran')
    const trouble =
      (await pullTrouble(cluster, pod, { loggedIn: Boolean(plan.credentials) })) ?? containerTrouble(pod)
    if (trouble) throw trouble
    const statuses = statusesOf(pod)
    if (statuses.every((one) => one?.state?.running || one?.state?.terminated))
      return startedOn(cluster, pod, plan, known)
    if (!placed && pod.spec.nodeName) [placed, since] = [true, Date.now()]
    if (Date.now() - since > (placed ? PREPARED_MS : PLACED_MS))
      throw placementTrouble(pod) ?? new EngineError('timeout', `the Pod stays ${whereOf(pod)}`)
    await pause(wait, undefined, { signal })
  }
}

function whereOf(pod: Pod): string {
  const waiting = statusesOf(pod).flatMap((one) => one?.state?.waiting?.reason ?? [])
  return [pod.status.phase, ...waiting].join(', ')
}

async function startedOn(
  cluster: Cluster,
  pod: Pod,
  plan: StartPlan,
  known: readonly ClusterNode[]
): Promise<Started> {
  const of = (nodes: readonly ClusterNode[]) => nodes.find(({ name }) => name === pod.spec.nodeName)
  const node = of(known) ?? of(await readNodes(cluster))
  if (!node?.host) throw new EngineError('failed', `node ${pod.spec.nodeName} has no address`)
  const beside = (plan.beside ?? []).map(({ service = '' }) => [service, node.host])
  return {
    container: pod.metadata.uid,
    address: node.host,
    node: { host: node.host, entry: node.entry },
    waitedMs: 0,
    beside: Object.fromEntries(beside),
    ...(pod.status.podIP && { inside: pod.status.podIP })
  }
}
