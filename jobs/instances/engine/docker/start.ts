import { faultPoint } from '../../fault-point'
import { EngineError, type Started, type StartPlan } from '../engine'
import { type Calls, DEADLINE } from './calls'
import { startFault, statusOf } from './errors'
import { checkFile, fillVolume, putFile } from './files'
import { namesOf, ownerOf } from './names'
import { inspectInstance, listFound, removeFound, removeInstance } from './objects'
import { type Abilities, addressesOf, containerSpec, networkSpec } from './spec'

export interface StartNeeds {
  calls: Calls
  install: string
  /** What the engine can do, as known now. */
  able(): Promise<Abilities>
  /** Folders that the image declares as volumes. */
  volumesOf(image: string): Promise<string[]>
  /** The engine refused to limit a writable layer. */
  withoutQuota(): void
  /** What remained of a failed start could not be removed. */
  left(instance: string, error: Error): void
}

/**
 * Makes the network, the volume when a file needs one, and the container, and starts it. An attempt of the same
 * generation that runs is taken as it is; what else has the instance's labels is removed first. What fails leaves
 * nothing behind, as far as the engine answers.
 */
export async function startInstance(needs: StartNeeds, plan: StartPlan): Promise<Started> {
  checkFile(plan)
  try {
    return await attempt(needs, plan)
  } catch (error) {
    await removeInstance(needs.calls, needs.install, plan.instance).catch((failure: Error) =>
      needs.left(plan.instance, failure)
    )
    throw error
  }
}

async function attempt(needs: StartNeeds, plan: StartPlan): Promise<Started> {
  const { calls, install } = needs
  const { file, readOnly } = plan
  const running = await makeNetwork(needs, plan)
  if (running) return running
  // A self-test comes before anything that could be lost.
  if (plan.labels.Purpose !== 'self-test') faultPoint('start:network')
  if (file && readOnly) await replacing(needs, plan, () => fillVolume(calls, install, plan, file))
  const container = await replacing(needs, plan, () => makeContainer(needs, plan))
  if (file && !readOnly) await told(() => putFile(calls, container, file))
  await told(() =>
    calls.send({ method: 'POST', path: `/containers/${container}/start`, deadline: DEADLINE.make })
  )
  return { container, address: addressesOf(plan.subnet).container }
}

/** Runs a step; what the engine refuses gets the fault that its words tell. */
async function told<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw error instanceof EngineError ? startFault(error) : error
  }
}

/** Runs a step that makes a container. When the name is taken by one of an earlier attempt, that goes, and once more. */
async function replacing<T>(
  { calls, install }: StartNeeds,
  plan: StartPlan,
  step: () => Promise<T>
): Promise<T> {
  try {
    return await told(step)
  } catch (error) {
    if ((error as EngineError).fault !== 'name_taken') throw error
    const found = await listFound(calls, install, plan.instance)
    const earlier = found.filter(({ kind }) => kind === 'container')
    if (earlier.length === 0) throw error
    for (const container of earlier) await removeFound(calls, container)
  }
  return told(step)
}

/** Answers the id of the container, which does not run yet. */
async function makeContainer(needs: StartNeeds, plan: StartPlan): Promise<string> {
  const { calls, install } = needs
  const create = async (able: Abilities): Promise<string> => {
    const { Id } = await calls.send<{ Id: string }>({
      method: 'POST',
      path: '/containers/create',
      query: { name: namesOf(plan.instance).object },
      body: containerSpec(plan, install, able, volumes),
      deadline: DEADLINE.make
    })
    return Id
  }
  const [able, volumes] = await Promise.all([needs.able(), needs.volumesOf(plan.image)])
  try {
    return await create(able)
  } catch (error) {
    // An engine tells by its file system only that it might limit layers; whether it can, it says when it is asked to.
    if (!able.diskQuota || statusOf(error) === null || !/storage-opt|pquota|quota/i.test(String(error)))
      throw error
    needs.withoutQuota()
    return create({ ...able, diskQuota: false })
  }
}

/** The container of this very attempt, when it runs. */
async function findRunning({ calls, install }: StartNeeds, plan: StartPlan): Promise<Started | null> {
  const found = await inspectInstance(calls, install, plan.instance)
  if (!found?.State.Running) return null
  if (ownerOf(found.Config.Labels, install)?.generation !== plan.generation) return null
  const address = found.NetworkSettings.Networks[namesOf(plan.instance).object]?.IPAddress
  return address ? { container: found.Id, address } : null
}

/**
 * Makes the network. When its name is taken, an earlier attempt got that far: answers its container if that runs;
 * otherwise removes all of it and makes the network anew. Throws `name_taken` when it is somebody else's.
 */
async function makeNetwork(needs: StartNeeds, plan: StartPlan): Promise<Started | null> {
  const { calls, install } = needs
  const create = () =>
    told(() =>
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
    // Who has the name or the subnet is not this instance, so it stays.
    if (!found.some(({ kind }) => kind === 'network')) throw error
    const running = await findRunning(needs, plan)
    if (running) return running
  }
  await removeInstance(calls, install, plan.instance)
  await create()
  return null
}
