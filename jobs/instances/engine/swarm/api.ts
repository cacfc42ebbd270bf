import { type Calls, DEADLINE } from '../docker/calls'
import { isMissing } from '../docker/errors'
import { LABEL } from '../docker/names'

/** Parts of Docker's Swarm API that are read. */
export interface Node {
  ID: string
  Spec: {
    Role: 'manager' | 'worker'
    Availability: 'active' | 'pause' | 'drain'
    Labels: Record<string, string> | null
  }
  Description: {
    Hostname?: string
    Resources?: { NanoCPUs?: number; MemoryBytes?: number }
    Engine?: { EngineVersion?: string }
  }
  Status: { State: string; Addr?: string }
  ManagerStatus?: { Addr?: string }
}

export interface Service {
  ID: string
  CreatedAt: string
  Spec: { Name: string; Labels: Record<string, string> | null }
}

export interface Secret {
  ID: string
  CreatedAt: string
  Spec: { Name: string; Labels: Record<string, string> | null }
}

export interface Task {
  ID: string
  CreatedAt: string
  ServiceID: string
  /** Absent until a node takes it. */
  NodeID?: string
  DesiredState: string
  Status: {
    State: string
    Message?: string
    Err?: string
    ContainerStatus?: { ContainerID?: string; ExitCode?: number }
  }
}

type Filters = Record<string, readonly string[]>

const get = <T>(calls: Calls, path: string, filters: Filters) =>
  calls.send<T[]>({ method: 'GET', path, query: { filters }, deadline: DEADLINE.read })

export const servicesWith = (calls: Calls, filters: Filters) => get<Service>(calls, '/services', filters)
export const secretsWith = (calls: Calls, filters: Filters) => get<Secret>(calls, '/secrets', filters)
/** Includes tasks of removed services, until their containers are gone. */
export const tasksWith = (calls: Calls, filters: Filters) => get<Task>(calls, '/tasks', filters)

/** `instance`: only what belongs to it. */
export const labelFilters = (install: string, instance?: string): Filters => ({
  label: [`${LABEL.install}=${install}`, ...(instance ? [`${LABEL.instance}=${instance}`] : [])]
})

/** A missing one counts as removed. */
export async function removeObject(calls: Calls, path: `/${'services' | 'secrets'}/${string}`) {
  await calls.send({ method: 'DELETE', path, deadline: DEADLINE.remove }).catch((error) => {
    if (!isMissing(error)) throw error
  })
}

/** States of a task that never runs again. */
const OVER = ['complete', 'shutdown', 'failed', 'rejected', 'remove', 'orphaned']

export const isOver = ({ Status }: Task): boolean => OVER.includes(Status.State)

/** Undefined for none. */
export const newestOf = (tasks: readonly Task[]): Task | undefined =>
  tasks.toSorted((a, b) => (a.CreatedAt < b.CreatedAt ? 1 : -1))[0]

/** True if the task ran and ended by itself. */
export const hasExited = ({ Status }: Task): boolean =>
  Status.State === 'complete' || (Status.State === 'failed' && /^task: non-zero exit/.test(Status.Err ?? ''))
