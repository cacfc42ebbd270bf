import type { ServiceSpec } from '~/server/compose/contract'

/**
 * Why an instance cannot run on a Kubernetes cluster, by the field of its compose text. The containers of a Pod start together
 * and share one network and one name; only the image knows the names of its users. Rule: docs/rules/instances.md#kubernetes
 */
export const CLUSTER_LIMITS = ['depends_on', 'hostname', 'name', 'ports', 'solver', 'user'] as const
export type ClusterLimit = (typeof CLUSTER_LIMITS)[number]

const NUMBERS = /^\d+(:\d+)?$/
/** Names that a Pod's list of hosts can have. */
const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

type Service = Pick<ServiceSpec, 'name' | 'dependsOn' | 'hostname' | 'ports' | 'user'>

/** Null: it runs there. An instance without services has one container of an image as it is. */
export function clusterLimitOf(services: readonly Service[]): ClusterLimit | null {
  const ports = services.flatMap((one) => [...new Set(one.ports)])
  const limits: Record<Exclude<ClusterLimit, 'solver'>, boolean> = {
    depends_on: services.some(({ dependsOn }) => dependsOn.some(({ condition }) => condition === 'healthy')),
    hostname: services.length > 1 && services.some(({ hostname }) => hostname !== null),
    name: services.some(({ name }) => !HOST_NAME.test(name)),
    ports: new Set(ports).size < ports.length,
    user: services.some(({ user }) => user !== null && !NUMBERS.test(user))
  }
  return CLUSTER_LIMITS.find((limit) => limit !== 'solver' && limits[limit]) ?? null
}
