import { setTimeout as pause } from 'node:timers/promises'
import { isUsable } from '~/server/engines/contract'
import { sha256Hex } from '~/server/platform/sha256'
import { type Calls, DEADLINE } from '../docker/calls'
import { pullFault } from '../docker/errors'
import { inspectImage, pullImage } from '../docker/images'
import { LABEL } from '../docker/names'
import { type Engine, EngineError, type EngineImage } from '../engine'
import { isOver, removeObject, servicesWith, type Task, tasksWith } from './api'
import { readNodes } from './nodes'

const POLL_MS = 500
/** Longest time in which no node starts or ends a pull. */
const SILENCE_MS = 600_000
/** Marks services that only pull, which belong to no instance. */
const PULL_LABEL = 'halyard.pull'
/** No image has it: the container is made, which needs the image, and never starts. */
const NO_PROGRAM = '/halyard-pulls-only'

type Pull = Parameters<Engine['pull']>[1]

const nameOf = (reference: string, { digest }: EngineImage) =>
  `${reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '')}@${digest}`

const pullSpec = (image: string, install: string, name: string) => ({
  Name: name,
  Labels: { [LABEL.install]: install, [PULL_LABEL]: image },
  Mode: { Global: {} },
  TaskTemplate: {
    ContainerSpec: { Image: image, Command: [NO_PROGRAM], StopGracePeriod: 0, CapabilityDrop: ['ALL'] },
    RestartPolicy: { Condition: 'none' }
  }
})

/** Null while it is under way, '' when the node has the image, else why it does not. */
function outcome(task: Task | undefined): string | null {
  if (!task || !isOver(task)) return null
  const { State, Err = '' } = task.Status
  return State === 'failed' && Err.includes(NO_PROGRAM) ? '' : Err || State
}

async function settled(calls: Calls, service: string, { signal, progress }: Pull): Promise<void> {
  let [before, since] = [-1, Date.now()]
  for (;;) {
    const [tasks, all] = await Promise.all([tasksWith(calls, { service: [service] }), readNodes(calls)])
    const nodes = all.filter(isUsable)
    const outcomes = nodes.map(({ id, name }) => ({
      name,
      text: outcome(tasks.find(({ NodeID }) => NodeID === id))
    }))
    const failed = outcomes.find(({ text }) => text)
    if (failed) throw new Error(`node ${failed.name}: ${failed.text}`)
    const done = outcomes.filter(({ text }) => text === '').length
    if (done === nodes.length) return
    if (done !== before) {
      ;[before, since] = [done, Date.now()]
      // Nodes instead of layers: Swarm tells no more.
      progress({ layersDone: done, layersTotal: nodes.length, bytesDone: 0, bytesTotal: 0 })
    }
    if (signal.aborted || Date.now() - since > SILENCE_MS)
      throw new EngineError('timeout', 'the nodes do not pull the image')
    await pause(POLL_MS, undefined, { signal }).catch(() => {})
  }
}

/** Pulls an image on the manager, and then on every node that takes instances. */
export async function pullOnNodes(
  calls: Calls,
  install: string,
  reference: string,
  options: Pull
): Promise<EngineImage> {
  const image = await pullImage(calls, reference, options)
  if (!image.digest) return image
  const pinned = nameOf(reference, image)
  const name = `hal-pull-${sha256Hex(`${install} ${pinned}`).slice(0, 12)}`
  // Left by a process that was killed.
  const left = await servicesWith(calls, { name: [name] })
  for (const { ID, Spec } of left) if (Spec.Name === name) await removeObject(calls, `/services/${ID}`)
  const { ID } = await calls.send<{ ID: string }>({
    method: 'POST',
    path: '/services/create',
    body: pullSpec(pinned, install, name),
    credentials: options.credentials,
    deadline: DEADLINE.make
  })
  try {
    await settled(calls, ID, options)
  } catch (error) {
    if (error instanceof EngineError) throw error
    const { message } = error as Error
    throw new EngineError(pullFault(message, { loggedIn: options.credentials !== null }), message)
  } finally {
    await removeObject(calls, `/services/${ID}`).catch(() => {})
  }
  return image
}

/** Images without a registry are named, since each node has an id of its own for them. */
export async function imageOf(
  calls: Calls,
  reference: string,
  isOnNodes: (digest: string) => boolean
): Promise<EngineImage | null> {
  const image = await inspectImage(calls, reference)
  if (!image) return null
  if (image.digest) return isOnNodes(image.digest) ? image : null
  return { ...image, id: reference }
}
