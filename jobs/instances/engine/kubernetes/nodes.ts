import { type EngineNode, isUsable } from '~/server/engines/contract'
import type { EngineInfo } from '../engine'
import type { Cluster, Node } from './api'
import { amountOf } from './quantities'

/** Annotations of nodes: where web processes reach them, and where players do, if that is another address. */
const HOST = 'halyard.host'
const ENTRY = 'halyard.entry'

/** How many are shown and tested of a larger cluster; only those that are tested are used. */
const MAX_NODES = 200

/** Taints that reflect the state of a node. */
const OF_STATE = /^node\.kubernetes\.io\/(not-ready|unreachable|unschedulable)$/

export interface ClusterNode extends EngineNode {
  entry: string
  architecture: string
  os: string
  runtime: string
  /** Bytes by name; kubelets tell only of the largest images. */
  images: ReadonlyMap<string, number>
}

const inBrackets = (host: string) => (host.includes(':') ? `[${host}]` : host)

function stateOf({ status }: Node): EngineNode['state'] {
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  if (!ready) return 'unknown'
  return ready.status === 'True' ? 'ready' : 'down'
}

function availabilityOf({ spec }: Node): EngineNode['availability'] {
  const taints = (spec.taints ?? []).filter(({ key }) => !OF_STATE.test(key))
  if (taints.some(({ effect }) => effect === 'NoExecute')) return 'drain'
  return spec.unschedulable || taints.some(({ effect }) => effect === 'NoSchedule') ? 'pause' : 'active'
}

/** A node as we show it. Its address comes from our annotation, else the internal one, else the external one. */
export function nodeOf(node: Node): ClusterNode {
  const { metadata, status } = node
  const address = (kind: string) => status.addresses?.find(({ type }) => type === kind)?.address
  const host = metadata.annotations?.[HOST] ?? address('InternalIP') ?? address('ExternalIP') ?? ''
  const images = (status.images ?? []).flatMap(({ names, sizeBytes }) =>
    (names ?? []).map((name) => [name, sizeBytes ?? 0] as const)
  )
  return {
    id: metadata.uid,
    name: metadata.name,
    host,
    entry: metadata.annotations?.[ENTRY] ?? inBrackets(address('ExternalIP') ?? host),
    state: stateOf(node),
    availability: availabilityOf(node),
    manager: Object.keys(metadata.labels ?? {}).some((label) =>
      /^node-role\.kubernetes\.io\/(control-plane|master)$/.test(label)
    ),
    version: status.nodeInfo?.kubeletVersion ?? '',
    cpus: Math.floor(amountOf(status.allocatable?.cpu ?? '0')),
    memoryMb: Math.floor(amountOf(status.allocatable?.memory ?? '0') / (1024 * 1024)),
    architecture: status.nodeInfo?.architecture ?? '',
    os: status.nodeInfo?.osImage ?? '',
    runtime: status.nodeInfo?.containerRuntimeVersion ?? '',
    images: new Map(images)
  }
}

export const readNodes = async ({ calls }: Pick<Cluster, 'calls'>): Promise<ClusterNode[]> =>
  (await calls.list<Node>('/api/v1/nodes')).items.map(nodeOf)

interface Version {
  major: string
  /** Clouds add a plus. */
  minor: string
  gitVersion: string
}

export const readVersion = ({ calls }: Pick<Cluster, 'calls'>): Promise<Version> =>
  calls.send<Version>({ method: 'GET', path: '/version' })

/** From 1.22 on, any Pod may let its programs listen on ports below 1024 without a capability. */
export const hasOpenPorts = ({ major, minor }: Version): boolean =>
  Number(major) > 1 || Number.parseInt(minor, 10) >= 22

/** Processors and memory are those of nodes that take instances. */
export function infoOf(version: Version, all: readonly ClusterNode[]): EngineInfo {
  const usable = all.filter(isUsable)
  const sum = (of: 'cpus' | 'memoryMb') => usable.reduce((total, node) => total + node[of], 0)
  const [first] = [...usable, ...all]
  return {
    version: version.gitVersion,
    os: first?.os ?? '',
    architecture: first?.architecture ?? '',
    cpus: sum('cpus'),
    memoryMb: sum('memoryMb'),
    storageDriver: first?.runtime ?? '',
    // The kubelet ends what writes more than its limit.
    diskQuota: true,
    runtimes: [],
    nodes: all
      .slice(0, MAX_NODES)
      .map(({ id, name, host, state, availability, manager, version, cpus, memoryMb }) => ({
        ...{ id, name, host, state, availability, manager, version, cpus, memoryMb }
      }))
  }
}
