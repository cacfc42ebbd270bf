import { z } from 'zod'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { wireTimeText } from '~/server/platform/wire'
import type { EndpointDetails, InstanceSpec } from '../shapes'
import type { EndReason, InstanceState, QueueReason, StartError } from '../states'

/** A running container of a game (docs/rules/staff.md#instances-list). */
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

/** How many rows each tab has. */
export type InstanceCounts = Record<InstanceTab, number>

/** Why instances ended, and how many did; the most frequent first. */
export type ReasonCounts = { reason: EndReason; count: number }[]

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
