import { LABEL } from '../docker/names'
import type { Calls } from './calls'

/** Parts of the Kubernetes API that are read. */
export interface Meta {
  name: string
  uid: string
  creationTimestamp: string
  deletionTimestamp?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

export interface Node {
  metadata: Meta
  spec: { unschedulable?: boolean; taints?: { key: string; effect: string }[] }
  status: {
    conditions?: { type: string; status: string }[]
    addresses?: { type: string; address: string }[]
    allocatable?: Record<string, string>
    images?: { names?: string[] | null; sizeBytes?: number }[]
    nodeInfo?: {
      architecture: string
      osImage: string
      kubeletVersion: string
      containerRuntimeVersion: string
    }
  }
}

export interface ContainerStatus {
  name: string
  ready: boolean
  imageID: string
  containerID?: string
  state?: {
    waiting?: { reason?: string; message?: string }
    running?: { startedAt: string }
    terminated?: { exitCode: number; reason?: string; message?: string }
  }
}

interface Probe {
  periodSeconds?: number
  failureThreshold?: number
}

export interface Pod {
  metadata: Meta
  spec: { nodeName?: string; containers: { name: string; readinessProbe?: Probe }[] }
  status: {
    phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
    reason?: string
    message?: string
    podIP?: string
    conditions?: { type: string; status: string; reason?: string; message?: string }[]
    containerStatuses?: ContainerStatus[]
  }
}

export interface Named {
  metadata: Meta
}

/** Paths of a namespace's objects. */
export const pathsOf = (namespace: string) =>
  ({
    pods: `/api/v1/namespaces/${namespace}/pods`,
    secrets: `/api/v1/namespaces/${namespace}/secrets`,
    events: `/api/v1/namespaces/${namespace}/events`,
    policies: `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`,
    usage: `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods`
  }) as const

/** What every part of the engine needs. */
export interface Cluster {
  calls: Calls
  paths: ReturnType<typeof pathsOf>
  install: string
}

/** Objects of instances of this install; of one of them, if it is given. */
export const selectorOf = (install: string, instance?: string) => ({
  labelSelector: `${LABEL.install}=${install},${LABEL.instance}${instance ? `=${instance}` : ''}`
})

/** Pods of this installation, or of one instance. */
export const podsOf = async ({ calls, paths, install }: Cluster, instance?: string): Promise<Pod[]> =>
  (await calls.list<Pod>(paths.pods, selectorOf(install, instance))).items

/** Names of the containers of a Pod, in the order of the plan. */
export const containerName = (index: number): string => `c${index}`

/** The service that each container is, in the order of the containers; absent of a single one. */
export const SERVICES = 'halyard.services'

/** In the order of the spec's containers; undefined for one that has not begun. */
export const statusesOf = ({ spec, status }: Pod): (ContainerStatus | undefined)[] =>
  spec.containers.map(({ name }) => status.containerStatuses?.find((one) => one.name === name))

/** True if a Pod has ended or will end soon: its node is lost or drained, or one of its containers has ended. */
export const isOver = (pod: Pod): boolean =>
  pod.metadata.deletionTimestamp !== undefined ||
  pod.status.phase === 'Succeeded' ||
  pod.status.phase === 'Failed' ||
  statusesOf(pod).some((one) => one?.state?.terminated)

/** The reasons of a container that waits because it has no image. */
export const IMAGE_REFUSED =
  /^(ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull|ImageInspectError|RegistryUnavailable)$/
