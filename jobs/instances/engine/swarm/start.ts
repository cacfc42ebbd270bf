import { setTimeout as pause } from 'node:timers/promises'
import { faultPoint } from '../../fault-point'
import { type Calls, DEADLINE } from '../docker/calls'
import { faultOfStart, startFault } from '../docker/errors'
import { checkFile, readUser } from '../docker/files'
import { ownerOf } from '../docker/names'
import { EngineError, type Started, type StartPlan } from '../engine'
import { statusOf } from '../refused'
import { hasExited, isOver, newestOf, type Task, tasksWith } from './api'
import { readNodes, type SwarmNode } from './nodes'
import { removeInstance, serviceOf } from './objects'
import { requireFit, type SecretFile, secretSpec, serviceSpec } from './spec'

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 400
/** Until a node has room, and until it has the image, which is usually there. */
const PLACED_MS = 20_000
const PREPARED_MS = 120_000
const DEFAULT_TIMEOUT_SECONDS = 60

export interface StartNeeds {
  calls: Calls
  install: string
  volumesOf(image: string): Promise<string[]>
  userOf(image: string): Promise<{ uid: number; gid: number }>
  left(instance: string, error: Error): void
}

/** Keeps a running service of the same generation; earlier ones are removed first. On failure removes all but later attempts. */
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
    await removeInstance(needs.calls, needs.install, plan.instance, plan.generation).catch((failure: Error) =>
      needs.left(plan.instance, failure)
    )
    throw error
  }
}

async function attempt(needs: StartNeeds, plan: StartPlan, signal?: AbortSignal): Promise<Started> {
  const { calls, install } = needs
  const nodes = await readNodes(calls)
  const earlier = await serviceOf(calls, install, plan.instance)
  const same =
    earlier && ownerOf(earlier.service.Spec.Labels, install)?.generation === plan.generation && earlier.task
  if (same && !isOver(same)) return running(calls, plan, earlier.service.ID, nodes, signal)
  // Also removes a secret whose service was never made.
  await removeInstance(calls, install, plan.instance, plan.generation)
  if (plan.labels.Purpose !== 'self-test') faultPoint('start:network')
  const secret = await makeSecret(needs, plan)
  const service = await makeService(needs, plan, secret, nodes)
  return running(calls, plan, service, nodes, signal)
}

async function makeSecret(
  { calls, install, userOf }: StartNeeds,
  plan: StartPlan
): Promise<SecretFile | null> {
  if (!plan.file) return null
  const { ID } = await calls.send<{ ID: string }>({
    method: 'POST',
    path: '/secrets/create',
    body: secretSpec(plan, install, plan.file.content),
    deadline: DEADLINE.make
  })
  return { id: ID, ...(await userOf(plan.image)) }
}

async function makeService(
  { calls, install, volumesOf }: StartNeeds,
  plan: StartPlan,
  secret: SecretFile | null,
  nodes: readonly SwarmNode[]
): Promise<string> {
  const used = plan.nodes && new Set(plan.nodes)
  const avoid = used ? nodes.flatMap(({ id }) => (used.has(id) ? [] : [id])) : []
  try {
    const { ID } = await calls.send<{ ID: string }>({
      method: 'POST',
      path: '/services/create',
      body: serviceSpec(plan, install, { declared: await volumesOf(plan.image), secret, avoid }),
      credentials: plan.credentials ?? null,
      deadline: DEADLINE.make
    })
    return ID
  } catch (error) {
    if (statusOf(error) === 409) throw new EngineError('name_taken', (error as Error).message)
    throw error instanceof EngineError ? startFault(error) : error
  }
}

/** Swarm's reason why a task does not run. */
function refusal({ Status }: Task): EngineError {
  const text = Status.Err || Status.Message || Status.State
  const isPort = /host-mode port already in use|address already in use/i.test(text)
  return new EngineError(isPort ? 'port_taken' : faultOfStart(text), text)
}

/** Milliseconds that a task may stay in its state. */
function stateTimeout(
  { Status: { State } }: Task,
  { startTimeout = DEFAULT_TIMEOUT_SECONDS }: StartPlan
): number {
  if (/^(new|allocated|pending)$/.test(State)) return PLACED_MS
  return State === 'starting' ? startTimeout * 1000 : PREPARED_MS
}

/** Waits until the task runs. One that ran and has ended counts as started: the caller reads why it ended. */
async function running(
  calls: Calls,
  plan: StartPlan,
  service: string,
  known: readonly SwarmNode[],
  signal?: AbortSignal
): Promise<Started> {
  let [state, since] = ['', Date.now()]
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, MAX_PAUSE_MS)) {
    const task = newestOf(await tasksWith(calls, { service: [service] }))
    if (task && (task.Status.State === 'running' || hasExited(task))) return startedOn(calls, task, known)
    if (task && isOver(task)) throw refusal(task)
    if (task && task.Status.State !== state) [state, since] = [task.Status.State, Date.now()]
    if (Date.now() - since > (task ? stateTimeout(task, plan) : PLACED_MS))
      throw task ? refusal(task) : new EngineError('timeout', 'Swarm made no task of the service')
    await pause(wait, undefined, { signal })
  }
}

async function startedOn(
  calls: Calls,
  { ID, NodeID, Status }: Task,
  known: readonly SwarmNode[]
): Promise<Started> {
  const of = (nodes: readonly SwarmNode[]) => nodes.find(({ id }) => id === NodeID)
  const node = of(known) ?? of(await readNodes(calls))
  if (!node?.host) throw new EngineError('failed', `node ${node?.name ?? NodeID} has no address`)
  const container = Status.ContainerStatus?.ContainerID || ID
  return {
    container,
    address: node.host,
    node: { host: node.host, entry: node.entry },
    waitedMs: 0,
    beside: {}
  }
}

/** Numbers of the user that an image runs as, read from a container that never runs, on the manager. */
export async function readImageUser(calls: Calls, image: string): Promise<{ uid: number; gid: number }> {
  const { Id } = await calls.send<{ Id: string }>({
    method: 'POST',
    path: '/containers/create',
    body: { Image: image, Cmd: ['none'], HostConfig: { NetworkMode: 'none' } },
    deadline: DEADLINE.make
  })
  try {
    return await readUser(calls, Id)
  } finally {
    await calls
      .send({
        method: 'DELETE',
        path: `/containers/${Id}`,
        query: { force: true, v: true },
        deadline: DEADLINE.remove
      })
      .catch(() => {})
  }
}
