import { z } from 'zod'
import { serviceSpec } from '~/server/compose/contract'

/** A port of an instance as its players see it; the addresses are null until it is ready. */
export const endpointView = z.object({
  /** '' for the only one. */
  title: z.string(),
  protocol: z.enum(['tcp', 'http']),
  /** `host:port`, or a bare UUID for the tunnel. */
  entry: z.string().nullable(),
  /** Of a web service that has a host name. */
  url: z.string().nullable(),
  /** `host:port` that takes TLS with the host as its server name. */
  tls: z.string().nullable()
})
export type EndpointView = z.infer<typeof endpointView>

/** The same for staff. */
export const endpointDetails = endpointView.extend({
  /** The container that listens; '' in an instance of one. */
  service: z.string(),
  port: z.int(),
  /** In the instance's own network; null until it is ready. */
  address: z.string().nullable(),
  /** Port on the engine's machine; null while no engine has it. */
  published: z.int().nullable()
})
export type EndpointDetails = z.infer<typeof endpointDetails>

/** What a frozen start is made of (server/instances/spec.ts). */
export const instanceSpec = z.object({
  /** That players come to, as the challenge names it. */
  image: z.string(),
  /** Of all containers; their digests are taken from the table when it starts. */
  images: z.array(z.string()),
  /** Of a challenge with several containers, in the order in which they start; limits above are sums then. */
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
  /** Seconds until it must be ready. */
  startTimeout: z.int(),
  /** Minutes it lives on after the right flag; 0 = it ends at once. */
  keepAfterSolve: z.int()
})
export type InstanceSpec = z.infer<typeof instanceSpec>
