import { z } from 'zod'
import { pullProgress } from '~/server/instances/contract'
import type { EngineKind } from './constants'
import type { GuardReport } from './guard-report'

/** MiB that an instance costs the host beside its own limit, measured: shim, proxy of its port, network. */
export const OVERHEAD_MB = 16

/** Engines that there may be: every jobs process holds connections to those that it serves. */
export const MAX_ENGINES = 32

export { ENGINE_KINDS, type EngineKind } from './constants'
export {
  GUARD_CHECKS,
  type GuardCheck,
  type GuardCheckName,
  type GuardReport,
  guardReport,
  isOnlyUnreachable
} from './guard-report'

export { type EngineInput, type EngineKeys, engineInput } from './input'

export const NODE_STATES = ['ready', 'down', 'unknown', 'disconnected'] as const
/** `pause`: takes no new instances. `drain`: those that were there have been ended too. */
export const NODE_AVAILABILITIES = ['active', 'pause', 'drain'] as const

/** A machine of a Swarm or a cluster. */
export const engineNode = z.object({
  id: z.string(),
  name: z.string(),
  /** Where its published ports are reached; '' while it has none. */
  host: z.string(),
  state: z.enum(NODE_STATES),
  availability: z.enum(NODE_AVAILABILITIES),
  manager: z.boolean(),
  version: z.string(),
  cpus: z.int(),
  memoryMb: z.int()
})
export type EngineNode = z.infer<typeof engineNode>

/** It takes new instances. */
export const isUsable = ({ state, availability }: Pick<EngineNode, 'state' | 'availability'>): boolean =>
  state === 'ready' && availability === 'active'

/** A node, whether its isolation is tested, and how many instances it holds. */
export interface NodeView extends EngineNode {
  tested: boolean
  instances: number
}

/** What an engine says of itself; of a Swarm, its manager, but processors and memory of all nodes that take instances. */
export const engineInfo = z.object({
  version: z.string(),
  os: z.string(),
  architecture: z.string(),
  cpus: z.int(),
  memoryMb: z.int(),
  storageDriver: z.string(),
  /** It limits the size of writable layers; where it cannot, tmpfs and a sweep do. */
  diskQuota: z.boolean(),
  runtimes: z.array(z.string()),
  /** Of a Swarm or a cluster. */
  nodes: z.array(engineNode).optional()
})
export type StoredEngineInfo = z.infer<typeof engineInfo>

export const GUARD_STATES = ['unknown', 'guarded', 'unguarded'] as const
type GuardState = (typeof GUARD_STATES)[number]

/** An administrator's settings of an engine. Null: the environment decides, or the engine itself. */
interface EngineSettings {
  kind: EngineKind
  /** `unix:///path` on the machine of the jobs process, `unix://a.b.c.d/path`, `tcp://host:port` or `https://host:port`. Of a Swarm, of a manager; of a cluster, of its API server. */
  address: string
  /** Of a cluster: where its instances are; null for others. */
  namespace: string | null
  /** Name or address by which players reach published ports. */
  entry: string | null
  /** Address of the engine's machine at which ports are published. */
  bind: string | null
  /** What all instances there may take together: MiB, tenths of a core, instances. */
  most: { memoryMb: number | null; cpu: number | null; places: number | null }
}

/** An engine as administrators see it. Times are milliseconds. */
export interface EngineView extends EngineSettings {
  id: number
  /** An administrator added it; the others come from the environment of a jobs process, and go with it. */
  managed: boolean
  /** It has certificates or a token, which nobody is shown. */
  hasKeys: boolean
  state: 'up' | 'down'
  since: number
  latencyMs: number | null
  /** The last refusal; null while it answers. */
  error: string | null
  info: StoredEngineInfo | null
  capacity: Load
  /** What live instances hold by their limits. */
  reserved: Load
  /** Instances there that end in the next ten minutes. */
  endingSoon: number
  draining: boolean
  guard: GuardState
  guardReport: GuardReport | null
  /** It can let instances out to a list of hosts: its jobs process sets rules there, or it is a cluster. */
  allowsHosts: boolean
  /** A self-test is under way or due. */
  testing: boolean
  /** Administrators use it although it is unguarded. */
  accepted: { at: number; by: string | null; reason: string } | null
  orphansRemoved: number
  /** Of a Swarm or a cluster, by name; none otherwise. */
  nodes: NodeView[]
}

/** MiB, tenths of a core, instances. */
export const load = z.object({ memoryMb: z.number(), cpu: z.number(), places: z.number() })
export type Load = z.infer<typeof load>

export const IMAGE_STATES = ['wanted', 'pulling', 'ready', 'failed'] as const

/** Why an image could not be had; `image.<code>` in the namespace `instances`. */
export const IMAGE_ERRORS = [
  'auth_failed',
  'not_found',
  'registry_unreachable',
  'platform_mismatch',
  'disk_full',
  'failed'
] as const
export type ImageError = (typeof IMAGE_ERRORS)[number]

export const imageDetails = z.object({
  bytes: z.number(),
  ports: z.array(z.int()),
  healthcheck: z.boolean(),
  platform: z.string(),
  /** '' is root. */
  user: z.string(),
  /** Milliseconds; null when unknown. */
  builtAt: z.number().nullable()
})

/** An image on an engine. */
export const imageView = z.object({
  reference: z.string(),
  state: z.enum(IMAGE_STATES),
  digest: z.string().nullable(),
  details: imageDetails.nullable(),
  progress: pullProgress.nullable(),
  error: z.enum(IMAGE_ERRORS).nullable(),
  /** The engine's own words, for administrators. */
  errorText: z.string().nullable(),
  pulledAt: z.number().nullable(),
  engine: z.string()
})
export type ImageView = z.infer<typeof imageView>

/** A registry with a login; nobody is shown the password. */
export interface RegistryView {
  id: number
  host: string
  username: string
}

export const registryInput = z.object({
  host: z
    .string({ error: 'field.required' })
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?(\/[a-z0-9._/-]+)?$/, 'field.registry_malformed')
    .max(255, 'field.text_too_long'),
  username: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, 'field.required')
    .max(255, 'field.text_too_long'),
  password: z.string({ error: 'field.required' }).min(1, 'field.required').max(4096, 'field.text_too_long')
})
export type RegistryInput = z.infer<typeof registryInput>
