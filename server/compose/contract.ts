import { z } from 'zod'

/** Bounds of a compose text and of what it describes. */
export const COMPOSE_LIMITS = {
  /** Bytes of the text in UTF-8. */
  bytes: 32_768,
  services: 8,
  networks: 8,
  volumes: 16,
  /** Entries of any other list or map. */
  entries: 64,
  /** Characters of a value. */
  text: 4096,
  /** Collections within each other. */
  depth: 32,
  /** References to anchors. */
  aliases: 100,
  /** Faults that are told at once. */
  issues: 50,
  /** MiB of one service, and of all of them together. */
  memoryMin: 32,
  memory: 1_048_576,
  /** Tenths of a core of one service. */
  cpu: 1024,
  pidsMin: 8,
  pids: 4096,
  tmpfsMb: 65_536,
  /** Milliseconds of a health check's times. */
  intervalMin: 1000,
  interval: 600_000,
  retries: 100
} as const

/** What a service has that does not say otherwise: MiB, tenths of a core, processes, MiB of a tmpfs. */
export const COMPOSE_DEFAULTS = { memoryMb: 128, cpu: 1, pids: 256, tmpfsMb: 64 } as const

/** The variables that are filled in when an instance starts; all others are refused. */
export const PLACEHOLDERS = ['HALYARD_FLAG', 'HALYARD_DECOY', 'HALYARD_TEAM_ID'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Names of services: DNS aliases in the instance's own network. */
export const SERVICE_NAME = /^[a-z0-9]([a-z0-9_-]{0,30}[a-z0-9])?$/
/** Names of networks and volumes. */
export const PART_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,62}$/

const words = z.array(z.string())
const partName = z.string().regex(PART_NAME)
const path = z.string().regex(/^\/./)
const milliseconds = z.int().min(0).max(COMPOSE_LIMITS.interval)

/** One container of an instance, as it is frozen into the instance's spec. */
export const serviceSpec = z.object({
  name: z.string().regex(SERVICE_NAME),
  image: z.string().min(1),
  /** Null = the image's. */
  command: words.nullable(),
  /** Null = the image's. */
  entrypoint: words.nullable(),
  /** Values as `filledIn` reads them: with `${HALYARD_FLAG}` and its like, and `$$` for a dollar. */
  environment: z.record(z.string(), z.string()),
  /** One of its values names the flag's placeholder. */
  flag: z.boolean(),
  dependsOn: z.array(z.object({ service: z.string(), condition: z.enum(['started', 'healthy']) })),
  /** Null = the image's; a `test` of `['NONE']` = none. */
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
  /** Volumes of this instance alone. */
  volumes: z.array(z.object({ name: partName, path, readOnly: z.boolean() })),
  readOnly: z.boolean(),
  /** Of CAPABILITIES; all others are dropped. */
  capabilities: words,
  user: z.string().nullable(),
  hostname: z.string().nullable(),
  workingDir: path.nullable(),
  memoryMb: z.int().min(COMPOSE_LIMITS.memoryMin).max(COMPOSE_LIMITS.memory),
  /** Tenths of a core. */
  cpu: z.int().min(1).max(COMPOSE_LIMITS.cpu),
  pids: z.int().min(COMPOSE_LIMITS.pidsMin).max(COMPOSE_LIMITS.pids),
  /** Networks inside the instance; [] = the one in which all services are that name none. */
  networks: z.array(partName),
  /** TCP ports that it listens on. */
  ports: z.array(z.int().min(1).max(65_535))
})
export type ServiceSpec = z.infer<typeof serviceSpec>

/** What a compose text describes. */
export const composeSpec = z.object({
  /** In an order in which each comes after those it depends on. */
  services: z.array(serviceSpec).min(1).max(COMPOSE_LIMITS.services),
  networks: z.array(partName).max(COMPOSE_LIMITS.networks),
  volumes: z.array(partName).max(COMPOSE_LIMITS.volumes)
})
export type ComposeSpec = z.infer<typeof composeSpec>

/** Everything that can be wrong with a compose text; keys of errors.json. */
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

/** One fault of a compose text. */
export interface ComposeIssue {
  /** From 1. */
  line: number
  /** From 1; absent where the fault is the whole line's. */
  column?: number
  /** The keys that lead there, such as `services.web.image`; '' for the whole text. */
  path: string
  code: ComposeFault
  /** What the words of the code name; always with `line`. */
  params: Record<string, string | number>
}

export type ComposeReading = { ok: true; spec: ComposeSpec } | { ok: false; issues: ComposeIssue[] }
