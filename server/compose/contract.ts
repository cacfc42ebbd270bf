import { z } from 'zod'

export const COMPOSE_LIMITS = {
  bytes: 32_768,
  services: 8,
  networks: 8,
  volumes: 16,
  entries: 64,
  /** Characters of a value. */
  text: 4096,
  depth: 32,
  aliases: 100,
  issues: 50,
  memoryMin: 32,
  memory: 1_048_576,
  cpu: 1024,
  pidsMin: 8,
  pids: 4096,
  tmpfsMb: 65_536,
  intervalMin: 1000,
  interval: 600_000,
  retries: 100
} as const

/** MiB, tenths of a core, processes, MiB of a tmpfs. */
export const COMPOSE_DEFAULTS = { memoryMb: 128, cpu: 1, pids: 256, tmpfsMb: 64 } as const

/** The variables that are filled in when an instance starts; all others are refused. */
export const PLACEHOLDERS = ['HALYARD_FLAG', 'HALYARD_DECOY', 'HALYARD_TEAM_ID'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** DNS aliases in the instance's network. */
export const SERVICE_NAME = /^[a-z0-9]([a-z0-9_-]{0,30}[a-z0-9])?$/
export const PART_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,62}$/

const words = z.array(z.string())
const partName = z.string().regex(PART_NAME)
const path = z.string().regex(/^\/./)
const milliseconds = z.int().min(0).max(COMPOSE_LIMITS.interval)

export const serviceSpec = z.object({
  name: z.string().regex(SERVICE_NAME),
  image: z.string().min(1),
  /** Null: the image's. */
  command: words.nullable(),
  entrypoint: words.nullable(),
  /** Values may contain `${HALYARD_FLAG}` and the like, and `$$` for a dollar; see `filledIn`. */
  environment: z.record(z.string(), z.string()),
  flag: z.boolean(),
  dependsOn: z.array(z.object({ service: z.string(), condition: z.enum(['started', 'healthy']) })),
  /** Null: the image's; `test` of `['NONE']`: none. */
  healthcheck: z
    .object({
      test: words.min(1),
      intervalMs: milliseconds,
      timeoutMs: milliseconds,
      startPeriodMs: milliseconds,
      retries: z.int().min(1).max(COMPOSE_LIMITS.retries)
    })
    .nullable(),
  tmpfs: z.array(z.object({ path, sizeMb: z.int().min(1).max(COMPOSE_LIMITS.tmpfsMb) })),
  volumes: z.array(z.object({ name: partName, path, readOnly: z.boolean() })),
  readOnly: z.boolean(),
  /** Only members of CAPABILITIES; others are dropped. */
  capabilities: words,
  user: z.string().nullable(),
  hostname: z.string().nullable(),
  workingDir: path.nullable(),
  memoryMb: z.int().min(COMPOSE_LIMITS.memoryMin).max(COMPOSE_LIMITS.memory),
  cpu: z.int().min(1).max(COMPOSE_LIMITS.cpu),
  pids: z.int().min(COMPOSE_LIMITS.pidsMin).max(COMPOSE_LIMITS.pids),
  /** Networks of the instance; []: the default one. */
  networks: z.array(partName),
  ports: z.array(z.int().min(1).max(65_535))
})
export type ServiceSpec = z.infer<typeof serviceSpec>

export const composeSpec = z.object({
  /** The services in start order. */
  services: z.array(serviceSpec).min(1).max(COMPOSE_LIMITS.services),
  networks: z.array(partName).max(COMPOSE_LIMITS.networks),
  volumes: z.array(partName).max(COMPOSE_LIMITS.volumes)
})
export type ComposeSpec = z.infer<typeof composeSpec>

export const COMPOSE_FAULTS = [
  'compose.yaml',
  'compose.tab',
  'compose.several_documents',
  'compose.too_long',
  'compose.too_deep',
  'compose.aliases',
  'compose.duplicate',
  'compose.unknown_key',
  'compose.unknown_key_near',
  'compose.unsupported',
  'compose.expected_text',
  'compose.expected_list',
  'compose.expected_map',
  'compose.expected_number',
  'compose.expected_truth',
  'compose.text_too_long',
  'compose.over_limit',
  'compose.out_of_range',
  'compose.bad_value',
  'compose.bad_service_name',
  'compose.bad_size',
  'compose.bad_duration',
  'compose.bad_path',
  'compose.bad_port',
  'compose.quote_open',
  'compose.no_services',
  'compose.no_image',
  'compose.build',
  'compose.bind_mount',
  'compose.anonymous_volume',
  'compose.devices',
  'compose.privileged',
  'compose.host_namespace',
  'compose.ports',
  'compose.restart',
  'compose.host_file',
  'compose.extends',
  'compose.capability',
  'compose.security_opt',
  'compose.external',
  'compose.variable',
  'compose.variable_place',
  'compose.no_value',
  'compose.condition',
  'compose.cycle',
  'compose.unknown_service',
  'compose.unknown_network',
  'compose.networks_apart',
  'compose.unknown_volume',
  'compose.memory_sum'
] as const
export type ComposeFault = (typeof COMPOSE_FAULTS)[number]

export interface ComposeIssue {
  line: number
  /** The column from 1; absent for a whole line. */
  column?: number
  path: string
  code: ComposeFault
  /** Values of the text; always with `line`. */
  params: Record<string, string | number>
}

export type ComposeReading = { ok: true; spec: ComposeSpec } | { ok: false; issues: ComposeIssue[] }
