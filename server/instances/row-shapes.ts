import { z } from 'zod'
import { serviceSpec } from '~/server/compose/contract'
import { CLUSTER_LIMITS } from './cluster-fitness'
import { DOCKER_NEEDS } from './swarm-fitness'

/** Addresses are null until it is ready. */
export const endpointView = z.object({
  /** '' for the only one. */
  title: z.string(),
  protocol: z.enum(['tcp', 'http']),
  entry: z.string().nullable(),
  /** The URL of a web service with a host name. */
  url: z.string().nullable(),
  /** `host:port` for TLS with the host as server name. */
  tls: z.string().nullable()
})
export type EndpointView = z.infer<typeof endpointView>

export const endpointDetails = endpointView.extend({
  service: z.string(),
  port: z.int(),
  address: z.string().nullable(),
  published: z.int().nullable()
})
export type EndpointDetails = z.infer<typeof endpointDetails>

/** The solver that a solve check runs beside the instance, or alone (docs/rules/solve-checks.md#solver). */
const solverSpec = z.object({
  image: z.string(),
  /** Null = the image's own. */
  command: z.array(z.string()).nullable(),
  environment: z.record(z.string(), z.string()),
  /** Seconds. */
  timeout: z.int(),
  memoryMb: z.int(),
  /** The challenge has no container, so the solver runs alone. */
  alone: z.boolean()
})
export type SolverSpec = z.infer<typeof solverSpec>

export const instanceSpec = z.object({
  /** Contains the challenge's own port. */
  image: z.string(),
  /** Images of all containers; digests are looked up at the start. */
  images: z.array(z.string()),
  /** Several containers in start order; limits above are sums then. */
  services: z.array(serviceSpec),
  memoryMb: z.int(),
  cpu: z.int(),
  diskMb: z.int(),
  pids: z.int(),
  readOnly: z.boolean(),
  capabilities: z.array(z.string()),
  egress: z.enum(['none', 'internet', 'hosts']),
  egressHosts: z.array(z.string()),
  /** `none` for static challenges. */
  flag: z.enum(['none', 'env', 'file']),
  flagPath: z.string(),
  readiness: z.enum(['tcp', 'http', 'health', 'log']),
  /** Path of http, text of log. */
  readinessTarget: z.string(),
  startTimeout: z.int(),
  /** Minutes that it lives after the solve; 0 = ends at once. */
  keepAfterSolve: z.int(),
  /** Why it cannot run on a Swarm; null if it can, and for older requests. */
  needsDocker: z.enum(DOCKER_NEEDS).nullable().default(null),
  /** Why it cannot run on a Kubernetes cluster; null if it can, and for older requests. */
  clusterLimit: z.enum(CLUSTER_LIMITS).nullable().default(null),
  /** Only instances for solve checks have one. */
  solver: solverSpec.optional()
})
export type InstanceSpec = z.infer<typeof instanceSpec>
