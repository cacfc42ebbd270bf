import { setTimeout as pause } from 'node:timers/promises'
import { ownerOf } from '../docker/names'
import { type Ending, EngineError, type EngineEvent, type OwnedObject } from '../engine'
import {
  type Cluster,
  IMAGE_REFUSED,
  isOver,
  type Meta,
  type Named,
  type Pod,
  podsOf,
  selectorOf,
  statusesOf
} from './api'
import { DEADLINE, isMissing } from './calls'
import { readNodes } from './nodes'

const AGAIN_MS = 150
/** The API server ends a stream that lasts longer. */
const WATCH_SECONDS = 300

const PATHS = { container: 'pods', volume: 'secrets', network: 'policies' } as const

/** Pods are the containers of a cluster, secrets its volumes, and policies its networks. */
export async function listFound(cluster: Cluster): Promise<OwnedObject[]> {
  const { calls, paths, install } = cluster
  const selector = selectorOf(install)
  const [pods, secrets, policies] = await Promise.all([
    calls.list<Pod>(paths.pods, selector),
    calls.list<Named>(paths.secrets, selector),
    calls.list<Named>(paths.policies, selector)
  ])
  const found = (
    kind: OwnedObject['kind'],
    { name, uid, creationTimestamp, labels }: Meta,
    running: boolean,
    health: OwnedObject['health'] = null
  ): OwnedObject[] => {
    const owner = ownerOf(labels, install)
    return owner
      ? [{ kind, id: uid, name, running, health, createdAt: new Date(creationTimestamp), ...owner }]
      : []
  }
  return [
    ...pods.items.flatMap((pod) =>
      found('container', pod.metadata, !isOver(pod), isOver(pod) ? null : healthOf(pod))
    ),
    ...secrets.items.flatMap(({ metadata }) => found('volume', metadata, true)),
    ...policies.items.flatMap(({ metadata }) => found('network', metadata, true))
  ]
}

/** A missing one, and another one of its name, count as removed. @param grace seconds; 0 also without its node */
async function removeObject(
  { calls }: Cluster,
  path: string,
  { uid, grace }: { uid: string; grace?: number }
): Promise<void> {
  const body = {
    ...{ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } },
    ...(grace !== undefined && { gracePeriodSeconds: grace })
  }
  try {
    await calls.send({ method: 'DELETE', path, body, deadline: DEADLINE.remove })
  } catch (error) {
    if (isMissing(error) || (error as EngineError).fault === 'name_taken') return
    throw error
  }
}

/** Only if it is still the object that was found: one made anew under its name stays. */
export const removeFound = (
  cluster: Cluster,
  { kind, name, id }: Pick<OwnedObject, 'kind' | 'name' | 'id'>
): Promise<void> =>
  removeObject(cluster, `${cluster.paths[PATHS[kind]]}/${name}`, {
    uid: id,
    ...(kind === 'container' && { grace: 1 })
  })

/** None of its containers runs, or will. The kubelet takes some ten seconds more until it lets go of such a Pod. */
const hasStopped = ({ status: { phase, containerStatuses = [] } }: Pod): boolean =>
  phase === 'Failed' ||
  phase === 'Succeeded' ||
  (containerStatuses.length > 0 &&
    containerStatuses.every(
      ({ state }) => state?.terminated || IMAGE_REFUSED.test(state?.waiting?.reason ?? '')
    ))

/**
 * Removes Pods, and waits until their containers have ended, so that their ports are free; not on nodes that are away.
 * @param grace seconds until containers are killed; 0: nobody waits for them, since they have no ports
 */
export async function removePods(cluster: Cluster, read: () => Promise<Pod[]>, grace = 1): Promise<void> {
  const until = Date.now() + DEADLINE.remove
  const remove = ({ metadata: { name, uid } }: Pod, grace: number) =>
    removeObject(cluster, `${cluster.paths.pods}/${name}`, { uid, grace })
  let left = await read()
  for (const pod of left) await remove(pod, grace)
  for (;;) {
    left = await read()
    if (left.length === 0) return
    const nodes = new Map((await readNodes(cluster)).map((node) => [node.name, node.state]))
    const isAway = ({ spec }: Pod) => spec.nodeName && nodes.get(spec.nodeName) !== 'ready'
    for (const pod of left) if (hasStopped(pod) || isAway(pod)) await remove(pod, 0)
    if (Date.now() > until)
      throw new EngineError('timeout', `the Pod is still there, on node ${left[0]!.spec.nodeName}`)
    await pause(AGAIN_MS)
  }
}

/** `generation`: objects of later attempts stay. */
export async function removeInstance(
  cluster: Cluster,
  instance: string,
  generation = Number.POSITIVE_INFINITY
): Promise<void> {
  const { calls, paths, install } = cluster
  const isOurs = ({ metadata }: Named) => (ownerOf(metadata.labels, install)?.generation ?? 0) <= generation
  await removePods(cluster, async () => (await podsOf(cluster, instance)).filter(isOurs))
  for (const path of [paths.secrets, paths.policies]) {
    const { items } = await calls.list<Named>(path, selectorOf(install, instance))
    for (const { metadata } of items.filter(isOurs))
      await removeObject(cluster, `${path}/${metadata.name}`, { uid: metadata.uid })
  }
}

/** Of the readiness probes; null without any. */
function healthOf(pod: Pod): Ending['health'] {
  const probed = pod.spec.containers.flatMap(({ name, readinessProbe: probe }) => {
    const status = pod.status.containerStatuses?.find((one) => one.name === name)
    return probe ? [{ probe, status }] : []
  })
  if (probed.length === 0) return null
  const failing = probed.filter(({ status }) => !status?.ready)
  if (failing.length === 0) return 'healthy'
  const late = failing.some(({ probe, status }) => {
    const since = Date.parse(status?.state?.running?.startedAt ?? '')
    const timeoutMs = (probe.periodSeconds ?? 10) * ((probe.failureThreshold ?? 3) + 1) * 1000
    return Date.now() - since > timeoutMs
  })
  return late ? 'unhealthy' : 'starting'
}

/** Null for a Pod that its node has lost, or was drained of: nobody will tell more of it. */
export function endingOf(pod: Pod): Ending | null {
  if (pod.metadata.deletionTimestamp) return null
  const ended = statusesOf(pod).flatMap((one) => one?.state?.terminated ?? [])
  const first = ended.find(({ exitCode }) => exitCode !== 0) ?? ended[0]
  const evicted = pod.status.reason === 'Evicted'
  return {
    running: !isOver(pod),
    exitCode: first?.exitCode ?? null,
    oomKilled: ended.some(({ reason }) => reason === 'OOMKilled'),
    diskFull: evicted && /ephemeral|emptyDir|disk/i.test(pod.status.message ?? ''),
    health: isOver(pod) ? null : healthOf(pod)
  }
}

/** Null without a Pod. */
export async function inspect(cluster: Cluster, instance: string): Promise<Ending | null> {
  const [pod] = await podsOf(cluster, instance)
  return pod ? endingOf(pod) : null
}

interface Change {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: Pod & { message?: string }
}

type Known = Map<string, { over: boolean; health: Ending['health'] }>

function note(known: Known, { type, object }: Change, install: string, seen: (event: EngineEvent) => void) {
  const owner = ownerOf(object.metadata.labels, install)
  if (!owner) return
  const { uid } = object.metadata
  const before = known.get(uid)
  const over = type === 'DELETED' || isOver(object)
  const health = over ? null : healthOf(object)
  if (type === 'DELETED') known.delete(uid)
  else known.set(uid, { over, health })
  if (over && before && !before.over) seen({ ...owner, kind: 'die' })
  if ((health === 'healthy' || health === 'unhealthy') && before?.health !== health)
    seen({ ...owner, kind: health })
}

/** Follows changes until `signal` is aborted. Rejects when the stream breaks, and when its version is too old. */
export async function watch(
  { calls, paths, install }: Cluster,
  signal: AbortSignal,
  seen: (event: EngineEvent) => void
): Promise<void> {
  while (!signal.aborted) {
    const { items, version } = await calls.list<Pod>(paths.pods, selectorOf(install))
    const known: Known = new Map(
      items.map((pod) => [pod.metadata.uid, { over: isOver(pod), health: endingOf(pod)?.health ?? null }])
    )
    const query = {
      ...selectorOf(install),
      watch: true,
      resourceVersion: version,
      timeoutSeconds: WATCH_SECONDS
    }
    for await (const change of calls.lines<Change>({ method: 'GET', path: paths.pods, query, signal })) {
      if (change.type === 'ERROR')
        throw new EngineError('failed', change.object.message ?? 'the stream ended')
      note(known, change, install, seen)
    }
  }
}
