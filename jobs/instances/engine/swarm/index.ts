import { createCalls, DEADLINE } from '../docker/calls'
import { declaredVolumes, importImage, resolveImage } from '../docker/images'
import { newestLines, readLines } from '../docker/logs'
import { createMeter } from '../docker/usage'
import { type Engine, EngineError, type EngineOptions } from '../engine'
import { imageOf, pullOnNodes } from './images'
import { readSwarm } from './nodes'
import { inspect, listFound, removeFound, removeInstance, serviceOf, watch } from './objects'
import { readImageUser, startInstance } from './start'

const LINES = 200

/** Placement leaves such instances to other engines. */
function noSolvers(): never {
  throw new EngineError('failed', 'a solver runs on no Swarm')
}

/** Keeps what `read` returns; ids and digests are immutable. */
function remembered<T>(read: (image: string) => Promise<T>): (image: string) => Promise<T> {
  const known = new Map<string, T>()
  return async (image) => {
    const found = known.get(image) ?? (await read(image))
    if (image.includes('sha256:')) known.set(image, found)
    return found
  }
}

/**
 * A manager of a Docker Swarm: instances are services of one task, on any of its nodes. The nodes' own engines are not asked.
 * Rule: docs/rules/instances.md#swarms
 */
export function createSwarmEngine({ address, keys, install, log }: EngineOptions): Engine {
  const calls = createCalls(address, keys)
  const pulled = new Set<string>()
  const needs = {
    calls,
    install,
    volumesOf: remembered((image) => declaredVolumes(calls, image)),
    userOf: remembered((image) => readImageUser(calls, image)),
    left: (instance: string, error: Error) =>
      log?.warn({ instance, err: error.message }, 'instance_not_cleaned')
  }
  return {
    info: () => readSwarm(calls),
    start: (plan, signal) => startInstance(needs, plan, signal),
    addressOf: noSolvers,
    solve: async () => noSolvers(),
    remove: (instance, generation) => removeInstance(calls, install, instance, generation),
    removeFound: (found) => removeFound(calls, found),
    list: () => listFound(calls, install),
    inspect: (instance) => inspect(calls, install, instance),
    async logs(instance, { lines = LINES, since } = {}) {
      const found = await serviceOf(calls, install, instance)
      if (!found) throw new EngineError('gone', `there is no service of ${instance}`)
      const answer = await calls.send<Buffer>({
        method: 'GET',
        path: `/services/${found.service.ID}/logs`,
        query: {
          ...{ stdout: true, stderr: true, timestamps: true, tail: lines },
          ...(since && { since: (since.getTime() / 1000).toFixed(3) })
        },
        deadline: DEADLINE.read
      })
      return newestLines(readLines(answer))
    },
    usage: createMeter(calls, install),
    writtenBytes: async () => null,
    watch: (signal, seen) => watch(calls, install, signal, seen),
    image: (reference) => imageOf(calls, reference, (digest) => pulled.has(digest)),
    resolve: (reference, credentials) => resolveImage(calls, reference, credentials),
    async pull(reference, options) {
      const image = await pullOnNodes(calls, install, reference, options)
      if (image.digest) pulled.add(image.digest)
      return image
    },
    importImage: (reference, tar, changes) => importImage(calls, reference, tar, changes),
    close: calls.close
  }
}
