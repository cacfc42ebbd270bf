import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { faultPoint } from '../../fault-point'
import { type ContainerPlan, EngineError, type Started, type StartPlan } from '../engine'
import { statusOf } from '../refused'
import { type Calls, DEADLINE } from './calls'
import { startFault } from './errors'
import { checkFile, fillVolume, putFile } from './files'
import { namesOf, ownerOf } from './names'
import { inspectAll, listFound, removeFound, removeInstance } from './objects'
import { type Abilities, addressesOf, containerSpec, containersOf, labelsOf, networkSpec } from './spec'

const HEALTH_MS = 250

export interface StartNeeds {
  calls: Calls
  install: string
  able(): Promise<Abilities>
  volumesOf(image: string): Promise<string[]>
  /** The engine refused to limit a writable layer. */
  withoutQuota(): void
  left(instance: string, error: Error): void
}

/**
 * Keeps a running attempt of the same generation; objects of earlier ones are removed first.
 * On failure removes them and its own, if the engine responds; those of a later attempt stay, since another process
 * makes it.
 */
export async function startInstance(
  needs: StartNeeds,
  plan: StartPlan,
  signal?: AbortSignal
): Promise<Started> {
  checkFile(plan)
  try {
    return await attempt(needs, plan, signal)
  } catch (error) {
    await removeUpTo(needs, plan).catch((failure: Error) => needs.left(plan.instance, failure))
    throw error
  }
}

const removeUpTo = ({ calls, install }: StartNeeds, { instance, generation }: StartPlan): Promise<void> =>
  removeInstance(calls, install, instance, generation)

async function attempt(needs: StartNeeds, plan: StartPlan, signal?: AbortSignal): Promise<Started> {
  const { calls, install } = needs
  const { file, readOnly } = plan
  const running = await makeNetwork(needs, plan)
  if (running) return running
  // Self-tests would reach the fault point first.
  if (plan.labels.Purpose !== 'self-test') faultPoint('start:network')
  await makeVolumes(needs, plan)
  if (file && readOnly) await replacing(needs, plan, () => fillVolume(calls, install, plan, file))
  const containers = await makeAll(needs, plan)
  const container = containers.get(plan)!
  if (file && !readOnly) await asStartFault(() => putFile(calls, container, file))
  let waitedMs = 0
  for (const next of inOrder(plan)) {
    signal?.throwIfAborted()
    const leftMs = (plan.startTimeout ?? 60) * 1000 - waitedMs
    waitedMs += await settled(needs, plan, next, containers, { leftMs, signal })
    await asStartFault(() =>
      calls.send({
        method: 'POST',
        path: `/containers/${containers.get(next)}/start`,
        deadline: DEADLINE.make
      })
    )
  }
  return startedAs(plan, container, waitedMs)
}

function startedAs(plan: StartPlan, container: string, waitedMs = 0): Started {
  const others = plan.beside ?? []
  const { container: address, beside } = addressesOf(plan.subnet, others.length)
  const services = others.map(({ service = '' }, n) => [service, beside[n]!])
  return { container, address, node: null, waitedMs, beside: Object.fromEntries(services) }
}

function inOrder(plan: StartPlan): ContainerPlan[] {
  const all = containersOf(plan)
  const order: ContainerPlan[] = []
  const visit = (one: ContainerPlan, path: readonly ContainerPlan[]) => {
    if (order.includes(one) || path.includes(one)) return
    for (const { service } of one.dependsOn ?? []) {
      const first = all.find((other) => other.service === service)
      if (first) visit(first, [...path, one])
    }
    order.push(one)
  }
  for (const one of all) visit(one, [])
  return order
}

/** Waits until those that a container waits for are healthy. @returns the milliseconds that it took */
async function settled(
  { calls }: StartNeeds,
  plan: StartPlan,
  { dependsOn = [] }: ContainerPlan,
  containers: ReadonlyMap<ContainerPlan, string>,
  { leftMs, signal }: { leftMs: number; signal: AbortSignal | undefined }
): Promise<number> {
  const healthy = dependsOn.filter(({ condition }) => condition === 'healthy')
  if (healthy.length === 0) return 0
  const from = Date.now()
  for (const { service } of healthy) {
    const awaited = containersOf(plan).find((one) => one.service === service)
    const id = awaited && containers.get(awaited)
    for (;;) {
      const { State } = await calls.send<Docker.ContainerInspectInfo>({
        ...{ method: 'GET', path: `/containers/${id}/json`, deadline: DEADLINE.read }
      })
      if (State.Health?.Status === 'healthy') break
      if (!State.Running || State.Health?.Status === 'unhealthy' || Date.now() - from > leftMs)
        throw new EngineError('not_ready', `${service} did not become healthy`)
      await sleep(HEALTH_MS, undefined, { signal })
    }
  }
  return Date.now() - from
}

/** Shared folders are in memory, as large as the challenge's disk, because other volumes have no limit. */
async function makeVolumes({ calls, install }: StartNeeds, plan: StartPlan): Promise<void> {
  const names = new Set(containersOf(plan).flatMap(({ volumes = [] }) => volumes.map(({ name }) => name)))
  for (const name of names)
    await asStartFault(() =>
      calls.send({
        method: 'POST',
        path: '/volumes/create',
        body: {
          Name: namesOf(plan.instance).volume(name),
          Driver: 'local',
          DriverOpts: {
            type: 'tmpfs',
            device: 'tmpfs',
            o: `size=${plan.limits.diskMb}m,mode=1777,nodev,nosuid`
          },
          Labels: labelsOf(plan, install)
        },
        deadline: DEADLINE.make
      })
    )
}

async function makeAll(needs: StartNeeds, plan: StartPlan): Promise<Map<ContainerPlan, string>> {
  const made = new Map<ContainerPlan, string>()
  for (const one of containersOf(plan))
    made.set(one, await replacing(needs, plan, () => makeContainer(needs, plan, one)))
  return made
}

/** Runs a step; converts engine errors to faults by their message. */
export async function asStartFault<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw error instanceof EngineError ? startFault(error) : error
  }
}

/** Runs a step that creates a container; removes one of the same name from an earlier attempt and retries. */
async function replacing<T>(
  { calls, install }: StartNeeds,
  plan: StartPlan,
  step: () => Promise<T>
): Promise<T> {
  try {
    return await asStartFault(step)
  } catch (error) {
    if ((error as EngineError).fault !== 'name_taken') throw error
    const found = await listFound(calls, install, plan.instance)
    const earlier = found.filter((one) => one.kind === 'container' && one.generation <= plan.generation)
    if (earlier.length === 0) throw error
    for (const container of earlier) await removeFound(calls, container)
  }
  return asStartFault(step)
}

const nameOf = (plan: StartPlan, own: ContainerPlan): string => {
  const names = namesOf(plan.instance)
  return own === plan ? names.object : names.service(own.service!)
}

/**
 * Returns the container's id. Where the engine cannot limit layers it learns so, and makes the container without that
 * limit.
 */
export async function makeContainer(
  needs: StartNeeds,
  plan: StartPlan,
  own: ContainerPlan,
  name = nameOf(plan, own)
): Promise<string> {
  const { calls, install } = needs
  const create = async (able: Abilities): Promise<string> => {
    const { Id } = await calls.send<{ Id: string }>({
      method: 'POST',
      path: '/containers/create',
      query: { name },
      body: containerSpec(plan, install, able, volumes, own),
      deadline: DEADLINE.make
    })
    return Id
  }
  const [able, volumes] = await Promise.all([needs.able(), needs.volumesOf(own.image)])
  try {
    return await create(able)
  } catch (error) {
    // The engine reports only the file system; whether it can limit layers shows only an attempt.
    if (!able.diskQuota || statusOf(error) === null || !/storage-opt|pquota|quota/i.test(String(error)))
      throw error
    needs.withoutQuota()
    return create({ ...able, diskQuota: false })
  }
}

async function findRunning({ calls, install }: StartNeeds, plan: StartPlan): Promise<Started | null> {
  const found = await inspectAll(calls, install, plan.instance)
  const first = found?.[0]
  if (!found || !first || found.length !== containersOf(plan).length) return null
  if (!found.every((one) => one?.State.Running)) return null
  if (ownerOf(first.Config.Labels, install)?.generation !== plan.generation) return null
  return first.NetworkSettings.Networks[namesOf(plan.instance).object]?.IPAddress
    ? startedAs(plan, first.Id)
    : null
}

/**
 * When an earlier attempt has the name, returns it if it runs, else replaces it.
 * Throws `name_taken` when the name belongs to others or to a later attempt.
 */
export async function makeNetwork(needs: StartNeeds, plan: StartPlan): Promise<Started | null> {
  const { calls, install } = needs
  const create = () =>
    asStartFault(() =>
      calls.send({
        method: 'POST',
        path: '/networks/create',
        body: networkSpec(plan, install),
        deadline: DEADLINE.make
      })
    )
  try {
    await create()
    return null
  } catch (error) {
    if (!['name_taken', 'subnet_taken'].includes((error as EngineError).fault)) throw error
    const found = await listFound(calls, install, plan.instance)
    // The owner of name or subnet is not this instance, or a later attempt, so it stays.
    const networks = found.filter(({ kind }) => kind === 'network')
    if (!networks.some(({ generation }) => generation <= plan.generation)) throw error
    const running = await findRunning(needs, plan)
    if (running) return running
  }
  await removeUpTo(needs, plan)
  await create()
  return null
}
