import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { type Ending, EngineError, type Found } from '../engine'
import { type Calls, DEADLINE, segment } from './calls'
import { isGone, statusOf } from './errors'
import { LABEL, namesOf, ownerOf } from './names'

/** Milliseconds between two polls of an object that is being removed. */
const AGAIN_MS = 50

/** What the objects of one install, and there of one instance, are found by. */
const filtersOf = (install: string, instance?: string) => ({
  label: [`${LABEL.install}=${install}`, ...(instance ? [`${LABEL.instance}=${instance}`] : [])]
})

/** Containers, networks and volumes of an install, or of one of its instances. */
export async function listFound(calls: Calls, install: string, instance?: string): Promise<Found[]> {
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
    rest: Omit<Found, 'instance' | 'generation'>
  ): Found[] => {
    const owner = ownerOf(labels, install)
    return owner ? [{ ...rest, ...owner }] : []
  }
  return [
    ...containers.flatMap(({ Id, Names, Labels, State, Created }) =>
      found(Labels, {
        kind: 'container',
        id: Id,
        name: (Names[0] ?? Id).replace(/^\//, ''),
        running: State === 'running',
        createdAt: new Date(Created * 1000)
      })
    ),
    ...networks.flatMap(({ Id, Name, Labels, Created }) =>
      found(Labels, { kind: 'network', id: Id, name: Name, running: true, createdAt: new Date(Created) })
    ),
    ...(volumes.Volumes ?? []).flatMap(({ Name, Labels, CreatedAt }) =>
      found(Labels, {
        kind: 'volume',
        id: Name,
        name: Name,
        running: true,
        createdAt: new Date(CreatedAt ?? 0)
      })
    )
  ]
}

const PATH = { container: '/containers', network: '/networks', volume: '/volumes' } as const

/**
 * Removes one object; one that is not there counts as removed, one that is being removed is waited for. Throws
 * `timeout` when it is still there after the deadline.
 */
export async function removeFound(calls: Calls, { kind, id }: Pick<Found, 'kind' | 'id'>): Promise<void> {
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
      if (isGone(error)) return
      if (!isBusy(error)) throw error
      if (Date.now() + AGAIN_MS >= until) {
        throw new EngineError('timeout', `${kind} ${id}: ${(error as Error).message}`)
      }
      await sleep(AGAIN_MS)
    }
  }
}

/** It is being removed already, or what uses it is. */
function isBusy(error: unknown): boolean {
  const status = statusOf(error)
  if (status === null) return false
  const { message } = error as Error
  return status === 409 || /has active endpoints|volume is in use|already in progress/i.test(message)
}

/** Removes everything of an instance: first what runs, then what it used. */
export async function removeInstance(calls: Calls, install: string, instance: string): Promise<void> {
  const found = await listFound(calls, install, instance)
  const remove = (objects: Found[]) => Promise.all(objects.map((object) => removeFound(calls, object)))
  await remove(found.filter(({ kind }) => kind === 'container'))
  await remove(found.filter(({ kind }) => kind !== 'container'))
}

export type Inspected = Docker.ContainerInspectInfo & { SizeRw?: number }

/**
 * The containers of an instance, the first first; null for one of the others that is not there. Null altogether when
 * the first is not there, or not ours. `size` adds the bytes written, which takes longer.
 */
export async function inspectAll(
  calls: Calls,
  install: string,
  instance: string,
  size = false
): Promise<[Inspected, ...(Inspected | null)[]] | null> {
  const names = namesOf(instance)
  const inspect = async (name: string): Promise<Inspected | null> => {
    try {
      const inspected = await calls.send<Inspected>({
        method: 'GET',
        path: `/containers/${name}/json`,
        query: { size },
        deadline: size ? DEADLINE.make : DEADLINE.read
      })
      return ownerOf(inspected.Config.Labels, install)?.instance === instance ? inspected : null
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }
  const first = await inspect(names.object)
  return (
    first && [first, ...(await Promise.all(servicesBeside(first).map((one) => inspect(names.service(one)))))]
  )
}

/** Names of the other containers. */
const servicesBeside = ({ Config }: Inspected): string[] =>
  (Config.Labels[LABEL.beside] ?? '').split(',').filter(Boolean)

const HEALTH = ['unhealthy', 'starting', 'healthy'] as const

/** How the containers of an instance are, or how the first to end did. One that never ran has no exit code. */
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
