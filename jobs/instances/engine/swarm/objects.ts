import { setTimeout as pause } from 'node:timers/promises'
import { type Calls, DEADLINE, segment } from '../docker/calls'
import { namesOf, ownerOf } from '../docker/names'
import { type Ending, EngineError, type EngineEvent, type OwnedObject } from '../engine'
import {
  isOver,
  labelFilters,
  newestOf,
  removeObject,
  type Secret,
  type Service,
  secretsWith,
  servicesWith,
  type Task,
  tasksWith
} from './api'
import { readNodes, type SwarmNode } from './nodes'

const AGAIN_MS = 100
/** Swarm reports no ends of tasks by events. */
const WATCH_MS = 2000

/** Exit code of a process that was killed: Swarm does not say by whom, and we remove the service with it. */
const KILLED = 137

type Nodes = ReadonlyMap<string, SwarmNode>

const byId = (nodes: readonly SwarmNode[]): Nodes => new Map(nodes.map((node) => [node.id, node]))

/**
 * Its containers end as soon as the node comes back. After a manager starts, nodes are `unknown` until they are heard of, and
 * their containers run on.
 */
const isAway = ({ NodeID }: Task, nodes: Nodes): boolean =>
  NodeID !== undefined && (nodes.get(NodeID)?.state ?? 'down') === 'down'

const runs = (task: Task | undefined, nodes: Nodes): boolean =>
  task?.Status.State === 'running' && task.DesiredState === 'running' && !isAway(task, nodes)

function tasksByService(tasks: readonly Task[]): Map<string, Task> {
  const all = new Map<string, Task[]>()
  for (const task of tasks) all.set(task.ServiceID, [...(all.get(task.ServiceID) ?? []), task])
  return new Map([...all].map(([id, own]) => [id, newestOf(own)!]))
}

/** Services are the containers of a Swarm, and secrets its volumes. */
export async function listFound(calls: Calls, install: string): Promise<OwnedObject[]> {
  const filters = labelFilters(install)
  const [services, secrets, tasks, nodes] = await Promise.all([
    servicesWith(calls, filters),
    secretsWith(calls, filters),
    tasksWith(calls, filters),
    readNodes(calls).then(byId)
  ])
  const latest = tasksByService(tasks)
  const found = (
    kind: OwnedObject['kind'],
    { ID, CreatedAt, Spec }: Service | Secret,
    running: boolean
  ): OwnedObject[] => {
    const owner = ownerOf(Spec.Labels, install)
    return owner
      ? [{ kind, id: ID, name: Spec.Name, running, health: null, createdAt: new Date(CreatedAt), ...owner }]
      : []
  }
  return [
    ...services.flatMap((one) => found('container', one, runs(latest.get(one.ID), nodes))),
    ...secrets.flatMap((one) => found('volume', one, true))
  ]
}

export const removeFound = (calls: Calls, { kind, id }: Pick<OwnedObject, 'kind' | 'id'>): Promise<void> =>
  removeObject(calls, `/${kind === 'volume' ? 'secrets' : 'services'}/${segment(id)}`)

/**
 * Waits until the containers are gone, so that their ports are free; not for those of nodes that are away.
 * `generation`: objects of later attempts stay.
 */
export async function removeInstance(
  calls: Calls,
  install: string,
  instance: string,
  generation = Number.POSITIVE_INFINITY
): Promise<void> {
  const filters = labelFilters(install, instance)
  const until = Date.now() + DEADLINE.remove
  const isLater = ({ Spec }: Service | Secret) =>
    (ownerOf(Spec.Labels, install)?.generation ?? 0) > generation
  for (const one of await servicesWith(calls, filters))
    if (!isLater(one)) await removeObject(calls, `/services/${one.ID}`)
  for (const one of await secretsWith(calls, filters))
    if (!isLater(one)) await removeObject(calls, `/secrets/${one.ID}`)
  for (;;) {
    // Tasks of services that somebody else has removed are waited for as well, so tasks are read before services.
    const tasks = await tasksWith(calls, filters)
    const [services, nodes] = await Promise.all([servicesWith(calls, filters), readNodes(calls).then(byId)])
    const later = new Set(services.filter(isLater).map(({ ID }) => ID))
    const left = tasks.filter(
      (task) =>
        task.NodeID !== undefined && !later.has(task.ServiceID) && !isOver(task) && !isAway(task, nodes)
    )
    if (left.length === 0) return
    if (Date.now() > until)
      throw new EngineError(
        'timeout',
        `its task is still ${left[0]!.Status.State} on node ${left[0]!.NodeID}`
      )
    await pause(AGAIN_MS)
  }
}

/** The service of an instance and its newest task; null without the service. */
export async function serviceOf(
  calls: Calls,
  install: string,
  instance: string
): Promise<{ service: Service; task: Task | undefined } | null> {
  const name = namesOf(instance).object
  const [services, tasks] = await Promise.all([
    servicesWith(calls, labelFilters(install, instance)),
    tasksWith(calls, labelFilters(install, instance))
  ])
  const service = services.find(({ Spec }) => Spec.Name === name)
  return service
    ? { service, task: newestOf(tasks.filter(({ ServiceID }) => ServiceID === service.ID)) }
    : null
}

/** Null when there is none, when its node is away and Swarm starts no other, and while Swarm ends it. */
export async function inspect(calls: Calls, install: string, instance: string): Promise<Ending | null> {
  const [found, nodes] = await Promise.all([serviceOf(calls, install, instance), readNodes(calls).then(byId)])
  if (!found) return null
  const { task } = found
  // Its node is down, or was drained, and Swarm starts no other.
  if (task && !runs(task, nodes) && (isAway(task, nodes) || /^(shutdown|orphaned)$/.test(task.Status.State)))
    return null
  if (task?.DesiredState === 'shutdown' && !isOver(task)) return null
  const running = !task || !isOver(task)
  const code = task?.Status.ContainerStatus?.ExitCode ?? null
  return {
    running,
    exitCode: running ? null : code,
    oomKilled: !running && code === KILLED,
    // Swarm ends a container that is unhealthy, and counts one that is not healthy yet as starting.
    health: null
  }
}

/** Compares what runs every two seconds until `signal` is aborted. */
export async function watch(
  calls: Calls,
  install: string,
  signal: AbortSignal,
  seen: (event: EngineEvent) => void
): Promise<void> {
  let before = new Map<string, OwnedObject>()
  while (!signal.aborted) {
    const found = await listFound(calls, install)
    const running = found.filter((one) => one.kind === 'container' && one.running)
    const now = new Map(running.map((one) => [one.id, one]))
    for (const [id, { instance, generation }] of before)
      if (!now.has(id)) seen({ instance, generation, kind: 'die' })
    before = now
    await pause(WATCH_MS, undefined, { signal }).catch(() => {})
  }
}
