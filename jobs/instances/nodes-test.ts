import { type EngineNode, isUsable } from '~/server/engines/contract'
import type { GuardReport } from '~/server/engines/guard-report'
import { addressesOf } from './engine/docker/spec'
import { type SelfTestOptions, type SharedNetwork, type Slot, selfTest } from './self-test'

/** Nodes that are tested at once. */
const CONCURRENCY = 4
/** Addresses that are tried for neighbours: nodes give them in order. */
const LIKELY = 60

/** @param subnet of a Swarm's nodes; absent in a cluster, whose Pods have addresses of their own. @throws EngineError when it is none */
export function sharedNetwork(subnet: string | undefined): SharedNetwork {
  if (subnet === undefined) return { gateway: null, likely: null }
  const { gateway, container, beside } = addressesOf(subnet, LIKELY - 1)
  return { gateway, likely: [container, ...beside] }
}

interface NodesTest extends Pick<SelfTestOptions, 'engine' | 'image' | 'targets'> {
  /** New for each node; ports may be equal, since each node has its own. */
  plans(): { neighbour: Slot; probe: Slot }
  network: SharedNetwork
}

/**
 * Tests each node of a Swarm or a cluster that takes instances. It is guarded when one of them is: only those are used.
 * Rule: docs/rules/instances.md#swarms, docs/rules/instances.md#kubernetes
 */
export async function testNodes(
  nodes: readonly EngineNode[],
  { engine, image, plans, targets, network }: NodesTest
): Promise<GuardReport> {
  const queue = nodes.filter(isUsable)
  const report = { at: Date.now(), checks: [] as GuardReport['checks'], nodes: [] as string[] }
  const errors: string[] = queue.length === 0 ? ['no node takes instances'] : []
  const test = async ({ id, name, host }: EngineNode) => {
    const { neighbour, probe } = plans()
    const result = await selfTest({
      ...{ engine, image },
      plans: { neighbour: { ...neighbour, nodes: [id] }, probe: { ...probe, nodes: [id] } },
      // Ports are published at an address of the node, whatever is set for an engine of one machine.
      targets: { ...targets, local: false, entry: host, network }
    })
    if (result.error !== null) errors.push(`${name}: ${result.error}`)
    if (result.guarded) report.nodes.push(id)
    report.checks.push(...result.checks.map((check) => ({ ...check, target: `${name}: ${check.target}` })))
  }
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await test(next)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return { ...report, guarded: report.nodes.length > 0, error: errors.join('; ') || null }
}
