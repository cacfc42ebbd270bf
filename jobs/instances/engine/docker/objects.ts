import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { type Ending, EngineError, type OwnedObject } from '../engine'
import { statusOf } from '../refused'
import { type Calls, DEADLINE, segment } from './calls'
import { isMissing } from './errors'
import { LABEL, namesOf, ownerOf } from './names'

const AGAIN_MS = 50

const filtersOf = (install: string, instance?: string) => ({
  label: [`${LABEL.install}=${install}`, ...(instance ? [`${LABEL.instance}=${instance}`] : [])]
})

/** All containers, networks and volumes of this installation, or of one instance, by their labels. */
export async function listFound(calls: Calls, install: string, instance?: string): Promise<OwnedObject[]> {
  const query = { filters: filtersOf(install, instance) }
  const get = <T>(path: string, more = {}) =>
    calls.send<T>({ method: 'GET', path, query: { ...query, ...more }, deadline: DEADLINE.read })
  const [containers, networks, volumes] = await Promise.all([
    get<Docker.ContainerInfo[]>('/containers/json', { all: true }),
    get<Docker.NetworkInspectInfo[]>('/networks'),
    get<{ Volumes: (Docker.VolumeInspectInfo & { CreatedAt?: string })[] | null }>('/volumes')
  ])
  const found = (
    labels: Record<string, string> | undefined,
    rest: Omit<OwnedObject, 'instance' | 'generation'>
  ): OwnedObject[] => {
    const owner = ownerOf(labels, install)
    return owner ? [{ ...rest, ...owner }] : []
  }
  return [
    ...containers.flatMap(({ Id, Names, Labels, State, Status, Created }) =>
      found(Labels, {
        kind: 'container',
        id: Id,
        name: (Names[0] ?? Id).replace(/^\//, ''),
        running: State === 'running',
        health: healthIn(Status),
        createdAt: new Date(Created * 1000)
      })
    ),
    ...networks.flatMap(({ Id, Name, Labels, Created }) =>
      found(Labels, {
        kind: 'network',
        id: Id,
        name: Name,
        running: true,
        health: null,
        createdAt: new Date(Created)
      })
    ),
    ...(volumes.Volumes ?? []).flatMap(({ Name, Labels, CreatedAt }) =>
      found(Labels, {
        kind: 'volume',
        id: Name,
        name: Name,
        running: true,
        health: null,
        createdAt: new Date(CreatedAt ?? 0)
      })
    )
  ]
}

/** A list tells it in words alone: `Up 2 minutes (healthy)`. */
export function healthIn(status: string): OwnedObject['health'] {
  const [, health] = /\((?:health: )?(starting|healthy|unhealthy)\)$/.exec(status) ?? []
  return (health as OwnedObject['health'] | undefined) ?? null
}

const PATH = { container: '/containers', network: '/networks', volume: '/volumes' } as const

/**
 * Waits until the object is removed; a missing one counts as removed. Throws `timeout` after the deadline.
 */
export async function removeFound(
  calls: Calls,
  { kind, id }: Pick<OwnedObject, 'kind' | 'id'>
): Promise<void> {
  const until = Date.now() + DEADLINE.remove
  for (;;) {
    try {
      await calls.send({
        method: 'DELETE',
        path: `${PATH[kind]}/${segment(id)}`,
        query: kind === 'container' ? { force: true, v: true } : {},
        deadline: Math.max(until - Date.now(), 1)
      })
      return
    } catch (error) {
      if (isMissing(error)) return
      if (!isBusy(error)) throw error
      if (Date.now() + AGAIN_MS >= until) {
        throw new EngineError('timeout', `${kind} ${id}: ${(error as Error).message}`)
      }
      await sleep(AGAIN_MS)
    }
  }
}

function isBusy(error: unknown): boolean {
  const status = statusOf(error)
  if (status === null) return false
  const { message } = error as Error
  return status === 409 || /has active endpoints|volume is in use|already in progress/i.test(message)
}

/** `generation`: objects of later attempts stay. */
export async function removeInstance(
  calls: Calls,
  install: string,
  instance: string,
  generation = Number.POSITIVE_INFINITY
): Promise<void> {
  const all = await listFound(calls, install, instance)
  const found = all.filter((one) => one.generation <= generation)
  const remove = (objects: OwnedObject[]) => Promise.all(objects.map((object) => removeFound(calls, object)))
  await remove(found.filter(({ kind }) => kind === 'container'))
  await remove(found.filter(({ kind }) => kind !== 'container'))
}

export type Inspected = Docker.ContainerInspectInfo & { SizeRw?: number }

/**
 * Null for a missing one, null altogether without the first. `size` adds the written bytes, which is slower.
 */
export async function inspectAll(
  calls: Calls,
  install: string,
  instance: string,
  { withSize = false }: { withSize?: boolean } = {}
): Promise<[Inspected, ...(Inspected | null)[]] | null> {
  const names = namesOf(instance)
  const inspect = async (name: string): Promise<Inspected | null> => {
    try {
      const inspected = await calls.send<Inspected>({
        method: 'GET',
        path: `/containers/${name}/json`,
        query: { size: withSize },
        deadline: withSize ? DEADLINE.make : DEADLINE.read
      })
      return ownerOf(inspected.Config.Labels, install)?.instance === instance ? inspected : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const first = await inspect(names.object)
  return (
    first && [first, ...(await Promise.all(servicesBeside(first).map((one) => inspect(names.service(one)))))]
  )
}

const servicesBeside = ({ Config }: Inspected): string[] =>
  (Config.Labels[LABEL.beside] ?? '').split(',').filter(Boolean)

const HEALTH = ['unhealthy', 'starting', 'healthy'] as const

/** State of the first container that ended, else of all. No exit code if it never ran. */
export function endingOf(containers: readonly (Inspected | null)[]): Ending {
  const ended = containers.find((one) => !one?.State.Running)
  if (ended === null) return { running: false, exitCode: null, oomKilled: false, health: null }
  const { State } = ended ?? containers[0]!
  const all = new Set(containers.map((one) => one?.State.Health?.Status))
  return {
    running: State.Running,
    exitCode: State.Running || State.Status === 'created' ? null : State.ExitCode,
    oomKilled: containers.some((one) => one?.State.OOMKilled),
    health: HEALTH.find((health) => all.has(health)) ?? null
  }
}
