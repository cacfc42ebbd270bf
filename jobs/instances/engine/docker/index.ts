import { type Engine, EngineError, type EngineInfo, type EngineOptions } from '../engine'
import { createCalls } from './calls'
import { watchEvents } from './events'
import { declaredVolumes, importImage, inspectImage, pullImage, resolveImage } from './images'
import { readInfo } from './info'
import { readAllLogs } from './logs'
import { endingOf, inspectAll, listFound, removeFound, removeInstance } from './objects'
import { runSolver } from './solving'
import { addressesOf } from './spec'
import { startInstance } from './start'
import { createMeter } from './usage'

const INFO_MS = 60_000

/** A Docker engine, from version 20.10 on. Connects when it is first asked. Throws EngineError for a wrong address. */
export function createDockerEngine({ address, keys, install, log }: EngineOptions): Engine {
  const calls = createCalls(address, keys)
  const meter = createMeter(calls, install)
  let known: { info: EngineInfo; at: number } | null = null
  let quotaRefused = false
  const volumes = new Map<string, string[]>()

  const info = async () => {
    const read = await readInfo(calls)
    const info = { ...read, diskQuota: read.diskQuota && !quotaRefused }
    known = { info, at: Date.now() }
    return info
  }

  const needs = {
    calls,
    install,
    able: async () => (known && Date.now() - known.at < INFO_MS ? known.info : info()),
    async volumesOf(image: string) {
      const found = volumes.get(image) ?? (await declaredVolumes(calls, image))
      // Ids and digests are immutable.
      if (image.includes('sha256:')) volumes.set(image, found)
      return found
    },
    withoutQuota: () => {
      quotaRefused = true
      known = null
    },
    left: (instance: string, error: Error) =>
      log?.warn({ instance, err: error.message }, 'instance_not_cleaned')
  }

  return {
    info,
    start: (plan, signal) => startInstance(needs, plan, signal),
    addressOf: (subnet) => addressesOf(subnet).container,
    solve: (plan, options) => runSolver(needs, plan, options),
    remove: (instance, generation) => removeInstance(calls, install, instance, generation),
    removeFound: (found) => removeFound(calls, found),
    list: () => listFound(calls, install),
    async inspect(instance) {
      const inspected = await inspectAll(calls, install, instance)
      return inspected && endingOf(inspected)
    },
    async logs(instance, options = {}) {
      const inspected = await inspectAll(calls, install, instance)
      if (!inspected) throw new EngineError('gone', `there is no container of ${instance}`)
      return readAllLogs(calls, inspected, options)
    },
    usage: meter,
    async writtenBytes(instance) {
      const inspected = await inspectAll(calls, install, instance, { withSize: true })
      return inspected?.reduce((sum, one) => sum + (one?.SizeRw ?? 0), 0) ?? null
    },
    watch: (signal, seen) => watchEvents(calls, install, signal, seen),
    image: (reference) => inspectImage(calls, reference),
    resolve: (reference, credentials) => resolveImage(calls, reference, credentials),
    pull: (reference, options) => pullImage(calls, reference, options),
    importImage: (reference, tar, changes) => importImage(calls, reference, tar, changes),
    close: calls.close
  }
}
