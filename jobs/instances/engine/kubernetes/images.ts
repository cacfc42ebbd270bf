import { setTimeout as pause } from 'node:timers/promises'
import { isUsable } from '~/server/engines/contract'
import { pullFault } from '../docker/errors'
import { LABEL } from '../docker/names'
import { type Credentials, type Engine, EngineError, type EngineImage } from '../engine'
import { type Cluster, IMAGE_REFUSED, type Pod, statusesOf } from './api'
import { DEADLINE } from './calls'
import { type ClusterNode, readNodes } from './nodes'
import { removePods } from './objects'
import { confined, hashOf, loginSecret } from './spec'

const POLL_MS = 500
/** Longest time in which no node starts or ends a pull. */
const SILENCE_MS = 600_000
/** Marks Pods that only pull, which belong to no instance. */
const PULL_LABEL = 'halyard.pull'
/** No image has it: the container is made, which needs the image, and never runs. */
const NO_PROGRAM = '/halyard-pulls-only'

/** The reason why a Pod has no image, in the words of its node; null while it may still get one. */
export async function pullTrouble(
  cluster: Cluster,
  pod: Pod,
  { loggedIn }: { loggedIn: boolean }
): Promise<EngineError | null> {
  const waiting = statusesOf(pod).flatMap((one) => one?.state?.waiting ?? [])
  const refused = waiting.find(({ reason = '' }) => IMAGE_REFUSED.test(reason))
  if (!refused) return null
  const { reason = '', message = '' } = refused
  if (reason === 'ErrImageNeverPull')
    return new EngineError(
      'image.not_found',
      `${message}: it is in no registry, so it has to be on every node`
    )
  if (reason === 'InvalidImageName') return new EngineError('image.not_found', message)
  // Between two tries a node only says that it waits: its events tell why.
  const text = reason === 'ImagePullBackOff' ? ((await failureOf(cluster, pod)) ?? message) : message
  return new EngineError(pullFault(text, { loggedIn }), text)
}

async function failureOf({ calls, paths }: Cluster, { metadata }: Pod): Promise<string | null> {
  const { items } = await calls.list<{ message?: string; reason?: string }>(paths.events, {
    fieldSelector: `involvedObject.uid=${metadata.uid},reason=Failed`
  })
  return (
    items.map(({ message = '' }) => message).findLast((text) => /^Failed to pull image/.test(text)) ?? null
  )
}

interface Wanted {
  reference: string
  /** `Never`: only look whether it is there. */
  policy: 'Always' | 'Never'
  credentials: Credentials | null
}

const nameOf = ({ install }: Cluster, reference: string, node: string) =>
  `hal-pull-${hashOf(`${install} ${reference} ${node}`)}`

function pullSpec(cluster: Cluster, { reference, policy, credentials }: Wanted, node: ClusterNode) {
  const name = nameOf(cluster, reference, node.id)
  const labels = { [LABEL.install]: cluster.install, [PULL_LABEL]: hashOf(reference) }
  return {
    secret: credentials && loginSecret({ name, labels }, credentials),
    pod: {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels } },
      spec: {
        // The scheduler is not asked: it is about this node.
        nodeName: node.name,
        ...{ restartPolicy: 'Never', automountServiceAccountToken: false, enableServiceLinks: false },
        ...{ terminationGracePeriodSeconds: 1, activeDeadlineSeconds: SILENCE_MS / 1000 },
        ...(credentials && { imagePullSecrets: [{ name }] }),
        // No name of the cluster is of use to it.
        dnsPolicy: 'Default',
        securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            ...{ name: 'c0', image: reference, imagePullPolicy: policy, command: [NO_PROGRAM] },
            resources: { limits: { cpu: '100m', memory: '32Mi' }, requests: { cpu: '0', memory: '0' } },
            securityContext: { ...confined(), readOnlyRootFilesystem: true }
          }
        ]
      }
    }
  }
}

/** The image's name on the node, once its container was made; null before. */
function outcome(pod: Pod): string | null {
  const [status] = statusesOf(pod)
  if (!status) return null
  const { waiting, terminated } = status.state ?? {}
  return terminated || /^(RunContainerError|StartError)$/.test(waiting?.reason ?? '') ? status.imageID : null
}

/** Lets every node that takes instances make a container of the image. @returns what it is called there, by node */
async function onNodes(
  cluster: Cluster,
  wanted: Wanted,
  nodes: readonly ClusterNode[],
  { signal, progress }: Pick<Parameters<Engine['pull']>[1], 'signal' | 'progress'>
): Promise<string[]> {
  const { calls, paths, install } = cluster
  const labelSelector = `${LABEL.install}=${install},${PULL_LABEL}=${hashOf(wanted.reference)}`
  const read = async () => (await calls.list<Pod>(paths.pods, { labelSelector })).items
  const remove = async () => {
    await removePods(cluster, read, 0)
    if (wanted.credentials)
      for (const { id } of nodes)
        await calls
          .send({ method: 'DELETE', path: `${paths.secrets}/${nameOf(cluster, wanted.reference, id)}` })
          .catch(() => {})
  }
  // Left by a process that was killed.
  await remove()
  try {
    for (const node of nodes) {
      const { pod, secret } = pullSpec(cluster, wanted, node)
      if (secret)
        await calls.send({ method: 'POST', path: paths.secrets, body: secret, deadline: DEADLINE.make })
      await calls.send({ method: 'POST', path: paths.pods, body: pod, deadline: DEADLINE.make })
    }
    let [before, since] = [-1, Date.now()]
    for (;;) {
      const pods = await read()
      for (const pod of pods) await mustPull(cluster, pod, wanted)
      const ids = pods.flatMap((pod) => outcome(pod) ?? [])
      if (ids.length >= nodes.length) return ids
      if (ids.length !== before) {
        ;[before, since] = [ids.length, Date.now()]
        // Nodes instead of layers: Kubernetes tells no more.
        progress({ layersDone: ids.length, layersTotal: nodes.length, bytesDone: 0, bytesTotal: 0 })
      }
      if (signal.aborted || Date.now() - since > SILENCE_MS)
        throw new EngineError('timeout', 'the nodes do not pull the image')
      await pause(POLL_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    await remove().catch(() => {})
  }
}

/** @throws EngineError when the node says that it has no such image, or takes no such Pod */
async function mustPull(cluster: Cluster, pod: Pod, { credentials }: Wanted): Promise<void> {
  const trouble = await pullTrouble(cluster, pod, { loggedIn: credentials !== null })
  const node = pod.spec.nodeName
  if (trouble) throw new EngineError(trouble.fault, `node ${node}: ${trouble.message}`)
  const { phase, reason, message, containerStatuses = [] } = pod.status
  if (phase === 'Failed' && containerStatuses.length === 0)
    throw new EngineError('image.failed', `node ${node}: ${reason}: ${message ?? ''}`)
}

/** `docker-pullable://name@sha256:…` and the like; null for an image of no registry. */
const digestIn = (id: string) => /@(sha256:[0-9a-f]{64})$/.exec(id)?.[1] ?? null

/** Nodes report only the digest of an image and, for larger ones, its size. */
function imageOf(reference: string, ids: readonly string[], nodes: readonly ClusterNode[]): EngineImage {
  const digest = ids.map(digestIn).find((one) => one !== null) ?? null
  const names = [...nodes[0]!.images].filter(
    ([name]) => name === reference || (digest !== null && name.endsWith(digest))
  )
  return {
    digest,
    // Without a registry, each node has its own id for the image.
    id: reference,
    bytes: names[0]?.[1] ?? 0,
    ports: [],
    healthcheck: false,
    platform: `linux/${nodes[0]!.architecture}`,
    user: '',
    builtAt: null
  }
}

async function usableNodes(cluster: Cluster): Promise<ClusterNode[]> {
  const nodes = (await readNodes(cluster)).filter(isUsable)
  if (nodes.length === 0) throw new EngineError('image.failed', 'no node takes instances')
  return nodes
}

/** The image if all nodes that take instances have it; else null. */
export async function findImage(cluster: Cluster, reference: string): Promise<EngineImage | null> {
  const nodes = await usableNodes(cluster)
  const wanted: Wanted = { reference, policy: 'Never', credentials: null }
  const options = { signal: AbortSignal.timeout(60_000), progress: () => {} }
  try {
    return imageOf(reference, await onNodes(cluster, wanted, nodes, options), nodes)
  } catch (error) {
    if (error instanceof EngineError && error.fault === 'image.not_found') return null
    throw error
  }
}

/** Pulls an image on every node that takes instances. */
export async function pullOnNodes(
  cluster: Cluster,
  reference: string,
  { credentials, ...options }: Parameters<Engine['pull']>[1]
): Promise<EngineImage> {
  const nodes = await usableNodes(cluster)
  const ids = await onNodes(cluster, { reference, policy: 'Always', credentials }, nodes, options)
  // Once more: only now they tell its size.
  return imageOf(reference, ids, await usableNodes(cluster))
}
