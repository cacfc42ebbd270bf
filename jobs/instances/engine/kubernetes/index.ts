import { type Engine, EngineError, type EngineOptions } from '../engine'
import { type Cluster, pathsOf } from './api'
import { createCalls } from './calls'
import { findImage, pullOnNodes } from './images'
import { readLogs } from './logs'
import { hasOpenPorts, infoOf, readNodes, readVersion } from './nodes'
import { inspect, listFound, removeFound, removeInstance, watch } from './objects'
import { keepPolicies } from './policies'
import { startInstance } from './start'
import { readUsage } from './usage'

/** Placement leaves such instances to other engines. */
function noSolvers(): never {
  throw new EngineError('failed', 'a solver runs on no Kubernetes cluster')
}

/**
 * A namespace of a Kubernetes cluster: each instance is a Pod, on any of its nodes. Only the API server is asked.
 * Rule: docs/rules/instances.md#kubernetes
 */
export function createKubernetesEngine({ address, keys, namespace, install, log }: EngineOptions): Engine {
  if (!namespace) throw new EngineError('failed', 'a Kubernetes cluster needs a namespace for instances')
  const calls = createCalls({ address, keys: keys === 'environment' ? null : (keys ?? null) })
  const cluster: Cluster = { calls, paths: pathsOf(namespace), install }
  const needs = {
    cluster,
    openPorts: async () => hasOpenPorts(await readVersion(cluster)),
    left: (instance: string, error: Error) =>
      log?.warn({ instance, err: error.message }, 'instance_not_cleaned')
  }
  return {
    async info() {
      const [version, nodes] = await Promise.all([
        readVersion(cluster),
        readNodes(cluster),
        keepPolicies(cluster)
      ])
      return infoOf(version, nodes)
    },
    start: (plan, signal) => startInstance(needs, plan, signal),
    addressOf: noSolvers,
    solve: async () => noSolvers(),
    remove: (instance, generation) => removeInstance(cluster, instance, generation),
    removeFound: (found) => removeFound(cluster, found),
    list: () => listFound(cluster),
    inspect: (instance) => inspect(cluster, instance),
    logs: (instance, options) => readLogs(cluster, instance, options),
    usage: (instances) => readUsage(cluster, instances),
    writtenBytes: async () => null,
    watch: (signal, seen) => watch(cluster, signal, seen),
    image: (reference) => findImage(cluster, reference),
    async resolve(reference, credentials) {
      const signal = AbortSignal.timeout(120_000)
      const { digest } = await pullOnNodes(cluster, reference, { credentials, signal, progress: () => {} })
      if (!digest) throw new EngineError('image.failed', `${reference} has no digest`)
      return digest
    },
    pull: (reference, options) => pullOnNodes(cluster, reference, options),
    async importImage(reference) {
      throw new EngineError(
        'image.not_found',
        `Kubernetes imports no images: bring ${reference} to every node, see docs/operating.md#kubernetes`
      )
    },
    close: calls.close
  }
}
