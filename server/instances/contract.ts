import { z } from 'zod'
import { CHALLENGE_CATEGORIES, type ContainerStatus } from '~/server/challenges/contract'
import { serviceSpec } from '~/server/compose/contract'
import { wireTimeText } from '~/server/platform/wire'

export {
  CONTAINER_STATUSES,
  type ContainerInfo,
  type ContainerStatus,
  containerInfo
} from '~/server/challenges/contract'

/**
 * queued → starting → ready ⇄ unhealthy → stopping → ended; `failed` after a start that did not succeed; `stuck` while
 * the engine does not remove it: it still counts against every limit.
 */
export const INSTANCE_STATES = [
  'queued',
  'starting',
  'ready',
  'unhealthy',
  'stopping',
  'stuck',
  'ended',
  'failed'
] as const
export type InstanceState = (typeof INSTANCE_STATES)[number]

/** Why an instance ended, or is to end. */
export const END_REASONS = [
  'expired',
  'player',
  'solved',
  'limit',
  'admin',
  'challenge_disabled',
  'challenge_deleted',
  'game_deleted',
  'team_deleted',
  'member_removed',
  'suspended',
  'game_ended',
  'crashed',
  'oom',
  'disk_full',
  'lost',
  'replaced',
  'start_failed'
] as const
export type EndReason = (typeof END_REASONS)[number]

/** What keeps a queued instance waiting, most telling first. */
export const QUEUE_REASONS = [
  'no_engine',
  'engine_down',
  'engine_unguarded',
  'engine_draining',
  'engine_untested',
  'image',
  'capacity',
  'predecessor',
  'turn'
] as const
export type QueueReason = (typeof QUEUE_REASONS)[number]

/** Why a start failed; keys of the namespace `instances`, `error.<code>`. */
export const START_ERRORS = [
  'image_missing',
  'not_ready',
  'exited',
  'oom',
  'command',
  'ports_exhausted',
  'subnets_exhausted',
  'egress_unresolved',
  'egress_unguarded',
  'flag_missing',
  'engine'
] as const
export type StartError = (typeof START_ERRORS)[number]

/** As the contract names the states. */
export const containerStatusOf = (state: InstanceState, desired: 'up' | 'down' = 'up'): ContainerStatus => {
  if (desired === 'down') return 'Destroyed'
  if (state === 'ready') return 'Running'
  return state === 'queued' || state === 'starting' || state === 'unhealthy' ? 'Pending' : 'Destroyed'
}

/** Where an image's pull stands; bytes are 0 while the registry has not said. */
export const pullProgress = z.object({
  layersDone: z.int(),
  layersTotal: z.int(),
  bytesDone: z.number(),
  bytesTotal: z.number()
})
export type PullState = z.infer<typeof pullProgress>

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

/** Everything that a team may know of its instance of one challenge. Not in the contract. Times are wire times. */
export const instanceView = z
  .object({
    gameId: z.int(),
    challengeId: z.int(),
    /** Null while the team has never had one. */
    id: z.uuid().nullable(),
    state: z.enum(['none', ...INSTANCE_STATES]),
    /** It is being stopped or has ended, for this reason. */
    reason: z.enum(END_REASONS).nullable(),
    /** Why the last start failed. */
    error: z.enum(START_ERRORS).nullable(),
    /** Short name to quote to organisers; null without an instance. */
    reference: z.string().nullable(),
    /** `host:port`, or a bare UUID for the tunnel; null until it is ready. */
    entry: z.string().nullable(),
    /** All ports, that of `entry` first; none while it is not ready. */
    endpoints: z.array(endpointView),
    requestedAt: wireTimeText.nullable(),
    /** Who asked for it; null when the account is gone. */
    requestedBy: z.string().nullable(),
    startedAt: wireTimeText.nullable(),
    readyAt: wireTimeText.nullable(),
    expiresAt: wireTimeText.nullable(),
    endedAt: wireTimeText.nullable(),
    /** From when on it may be extended; null when there is nothing to extend. */
    extendableAt: wireTimeText.nullable(),
    /** Minutes: of a new instance, of an extension, and before the end in which it may be extended. */
    lifetime: z.int(),
    extension: z.int(),
    window: z.int(),
    /** Place in the queue, from 1, and how many wait; null unless it waits. */
    position: z.int().nullable(),
    waiting: z.int().nullable(),
    /** Seconds until it starts, from measured starts; null when nobody can say. */
    estimate: z.int().nullable(),
    waitsFor: z.enum(QUEUE_REASONS).nullable(),
    pull: pullProgress.nullable(),
    /** Milliseconds that starts of this challenge usually take; null while there were too few. */
    usual: z.int().nullable(),
    /** Instances that count against the limit, and the limit; 0 = none. */
    inUse: z.int(),
    limit: z.int(),
    /** When the limit is reached, the oldest makes room by itself. */
    replaces: z.boolean(),
    /** The team's instances of other challenges that count against the limit, oldest first. */
    others: z.array(
      z.object({ challengeId: z.int(), title: z.string(), expiresAt: wireTimeText.nullable() })
    ),
    /** Its tunnels are recorded now: some port of it is shown to its players as a tunnel. What comes otherwise never is. */
    recorded: z.boolean(),
    /** Why none can be started now, as a code of errors.json; null when one can. */
    unavailable: z.string().nullable()
  })
  .meta({ id: 'InstanceModel' })
export type InstanceView = z.infer<typeof instanceView>

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

/** A running container of a game (contract, ContainerInstanceModel). */
export const containerInstance = z
  .object({
    team: z
      .object({ id: z.int(), name: z.string(), avatar: z.string().nullable() })
      .meta({ id: 'TeamModel' })
      .nullable(),
    challenge: z
      .object({ id: z.int(), title: z.string(), category: z.enum(CHALLENGE_CATEGORIES) })
      .meta({ id: 'ChallengeModel' })
      .nullable(),
    image: z.string(),
    containerGuid: z.uuid(),
    containerId: z.string(),
    startedAt: wireTimeText,
    expectStopAt: wireTimeText,
    ip: z.string(),
    port: z.int()
  })
  .meta({ id: 'ContainerInstanceModel' })
export type ContainerInstance = z.infer<typeof containerInstance>

/** Lists of the administration. */
export const INSTANCE_TABS = ['running', 'queue', 'stuck', 'ended'] as const
export type InstanceTab = (typeof INSTANCE_TABS)[number]

export interface InstanceFilter {
  tab: InstanceTab
  /** In the names of team, challenge and game, or the beginning of the instance's id or container. */
  search: string
  game: number | null
  challenge: number | null
  state: InstanceState | null
  /** Of those that ended. */
  reason: EndReason | null
}

/** A row of the administration's lists. Times are milliseconds. */
export interface InstanceRow {
  id: string
  kind: 'team' | 'test'
  state: InstanceState
  /** It is to end. */
  ending: boolean
  reason: EndReason | null
  error: StartError | null
  /** Null when it is gone or, for a test, there is none. */
  team: { id: number; name: string; avatar: string | null } | null
  challenge: { id: number; title: string; category: (typeof CHALLENGE_CATEGORIES)[number] } | null
  game: { id: number; title: string } | null
  engine: string | null
  image: string
  requestedBy: string | null
  entry: string | null
  requestedAt: number
  startedAt: number | null
  readyAt: number | null
  expiresAt: number | null
  endedAt: number | null
  /** Minutes. */
  lifetime: number
  extensions: number
  attempts: number
  nextAt: number | null
  waitsFor: QueueReason | null
  /** The engine's or our own last words about what went wrong; for administrators only. */
  detail: string | null
  memoryMb: number
  cpu: number
}

/** One instance with all that is known of it. */
export interface InstanceDetails extends InstanceRow {
  spec: InstanceSpec
  container: string | null
  /** The first first. */
  endpoints: EndpointDetails[]
  exitCode: number | null
  /** Last lines of a container that ended by itself, flags masked; null when there are none. */
  lastLog: string | null
  events: {
    at: number
    event: string
    reason: string | null
    detail: string | null
    actor: string | null
  }[]
}

/** How many rows each tab has, and how many instances run in games. */
export type InstanceCounts = Record<InstanceTab, number>

/** Live load of an instance. */
export const instanceUsage = z.object({
  instance: z.string(),
  /** Cores. */
  cpu: z.number(),
  memoryMb: z.number(),
  pids: z.number()
})
export type InstanceUsage = z.infer<typeof instanceUsage>

/** What passes between players and an instance through the platform; published ports pass that by. */
export const instanceTraffic = z
  .object({
    /** Open now: tunnels, and those of host names. */
    connections: z.int(),
    /** Since it is there, to its services and back; seconds old. */
    bytesIn: z.number(),
    bytesOut: z.number()
  })
  .meta({ id: 'InstanceTrafficModel' })
export type InstanceTraffic = z.infer<typeof instanceTraffic>

/** A line of a container's output, flags masked. `at` in milliseconds. */
export const instanceLogLine = z.object({
  at: z.number(),
  stream: z.enum(['stdout', 'stderr']),
  text: z.string()
})
export type InstanceLogLine = z.infer<typeof instanceLogLine>

/** Something on the engine that belongs to no row, or to an older start; workers remove it after a minute. */
export const orphanView = z.object({
  kind: z.enum(['container', 'network', 'volume']),
  id: z.string(),
  name: z.string(),
  instance: z.string(),
  createdAt: z.number()
})
export type OrphanView = z.infer<typeof orphanView>

/** Channel on which every change of an instance is told to all processes; `InstanceMessage` as JSON. */
export const INSTANCE_CHANNEL = 'halyard:instances'
/** Channel whose messages wake the workers. */
export const INSTANCE_WAKE_CHANNEL = 'halyard:instances-wake'

/** A change of an instance: hints, the truth is read from Postgres. */
export const instanceNews = z.object({
  id: z.uuid(),
  gameId: z.int().nullable(),
  challengeId: z.int().nullable(),
  participationId: z.int().nullable(),
  kind: z.enum(['team', 'test']),
  state: z.enum(INSTANCE_STATES),
  /** Registered members of the participation, who are told. */
  users: z.array(z.uuid())
})
export type InstanceNews = z.infer<typeof instanceNews>

/** Where teams stand in the queue, as often as that changes. Hints as well; `estimate` in seconds, null when unknown. */
export const queueNews = z.object({
  queue: z.array(
    z.object({
      gameId: z.int(),
      challengeId: z.int(),
      place: z.int(),
      total: z.int(),
      estimate: z.int().nullable(),
      users: z.array(z.uuid())
    })
  )
})
export type QueueNews = z.infer<typeof queueNews>

/** Everything that is said on INSTANCE_CHANNEL. */
export const instanceMessage = z.union([instanceNews, queueNews])
export type InstanceMessage = z.infer<typeof instanceMessage>
