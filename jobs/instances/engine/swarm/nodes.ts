import { type EngineNode, isUsable, NODE_AVAILABILITIES, NODE_STATES } from '~/server/engines/contract'
import { type Calls, DEADLINE } from '../docker/calls'
import { readInfo } from '../docker/info'
import { EngineError, type EngineInfo } from '../engine'
import { statusOf } from '../refused'
import type { Node } from './api'

/** Labels of nodes: where web processes reach them, and where players do, if that is another address. */
const HOST_LABEL = 'halyard.host'
const ENTRY_LABEL = 'halyard.entry'

/** How many are shown and tested of a larger Swarm; only those that are tested are used. */
const MAX_NODES = 200

/** The networks that the operator makes (docs/operating.md#docker-swarm): of the Swarm, and their settings on each node. */
export const NETWORKS = { closed: 'halyard', internet: 'halyard-internet' } as const
const NODE_NETWORK = 'halyard-node'

const hostIn = (address = '') => address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
const isNowhere = (host: string) =>
  host === '' || host === '0.0.0.0' || host === '::' || host.startsWith('127.')

/** A manager may know its own address only as that of its peers. */
function hostOf({ Spec, Status, ManagerStatus }: Node): string {
  const given = Spec.Labels?.[HOST_LABEL]
  if (given) return given
  const own = hostIn(
    Status.Addr?.includes(':') && !/]|\.\d+:/.test(Status.Addr) ? `[${Status.Addr}]` : Status.Addr
  )
  const host = isNowhere(own) ? hostIn(ManagerStatus?.Addr) : own
  return isNowhere(host) ? '' : host
}

/** `entry`: host of addresses that players are told. */
export interface SwarmNode extends EngineNode {
  entry: string
}

const oneOf = <T extends string>(all: readonly T[], value: string, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

function nodeOf(node: Node): SwarmNode {
  const { ID, Spec, Description, Status } = node
  const host = hostOf(node)
  return {
    id: ID,
    name: Description.Hostname ?? ID,
    host,
    entry: Spec.Labels?.[ENTRY_LABEL] ?? (host.includes(':') ? `[${host}]` : host),
    state: oneOf(NODE_STATES, Status.State, 'unknown'),
    availability: oneOf(NODE_AVAILABILITIES, Spec.Availability, 'pause'),
    manager: Spec.Role === 'manager',
    version: Description.Engine?.EngineVersion ?? '',
    cpus: Math.floor((Description.Resources?.NanoCPUs ?? 0) / 1e9),
    memoryMb: Math.floor((Description.Resources?.MemoryBytes ?? 0) / (1024 * 1024))
  }
}

export async function readNodes(calls: Calls): Promise<SwarmNode[]> {
  const nodes = await calls.send<Node[]>({ method: 'GET', path: '/nodes', deadline: DEADLINE.read })
  return nodes.map(nodeOf)
}

interface Network {
  Name: string
  Scope: string
  IPAM?: { Config?: { Subnet?: string }[] | null }
}

/** @throws EngineError when the manager lacks a network that the guide has made */
async function readSubnet(calls: Calls): Promise<string> {
  const filters = { name: [NETWORKS.closed] }
  const found = await calls.send<Network[]>({
    ...{ method: 'GET', path: '/networks', query: { filters }, deadline: DEADLINE.read }
  })
  const missing = (name: string) =>
    new EngineError('failed', `there is no network ${name}: see docs/operating.md#docker-swarm`)
  if (!found.some(({ Name, Scope }) => Name === NETWORKS.closed && Scope === 'swarm'))
    throw missing(NETWORKS.closed)
  const subnet = found.find(({ Name }) => Name === NODE_NETWORK)?.IPAM?.Config?.[0]?.Subnet
  if (!subnet) throw missing(NODE_NETWORK)
  return subnet
}

/** @throws EngineError also when it is no manager, or the Swarm is not prepared */
export async function readSwarm(calls: Calls): Promise<EngineInfo> {
  const info = await readInfo(calls)
  const all = await readNodes(calls).catch((error) => {
    if (statusOf(error) === 503)
      throw new EngineError('failed', `not a manager of a Swarm: ${(error as Error).message}`)
    throw error
  })
  const subnet = await readSubnet(calls)
  const usable = all.filter(isUsable)
  const sum = (of: 'cpus' | 'memoryMb') => usable.reduce((total, node) => total + node[of], 0)
  return {
    ...info,
    cpus: sum('cpus'),
    memoryMb: sum('memoryMb'),
    // Instances write to tmpfs only, which has a size.
    diskQuota: true,
    nodes: all.slice(0, MAX_NODES).map(({ entry, ...node }) => node),
    subnet
  }
}
