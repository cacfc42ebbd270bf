import { z } from 'zod'
import type { CustomCategory } from '~/server/categories/constants'
import { customCategory } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { wireTimeText } from '~/server/platform/wire'
import type { EndpointDetails, InstanceSpec } from '../row-shapes'
import type { EndReason, InstanceKind, InstanceState, QueueReason, StartError } from '../states'

/** See docs/rules/staff.md#instances-list. */
export const containerInstance = z
  .object({
    team: z
      .object({ id: z.int(), name: z.string(), avatar: z.string().nullable() })
      .meta({ id: 'TeamModel' })
      .nullable(),
    challenge: z
      .object({
        id: z.int(),
        title: z.string(),
        category: z.enum(CHALLENGE_CATEGORIES),
        customCategory: customCategory.nullable()
      })
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
  search: string
  game: number | null
  challenge: number | null
  state: InstanceState | null
  reason: EndReason | null
}

export interface InstanceRow {
  id: string
  kind: InstanceKind
  state: InstanceState
  /** The instance is to end. */
  ending: boolean
  reason: EndReason | null
  error: StartError | null
  /** Null for a deleted team, and for a test. */
  team: { id: number; name: string; avatar: string | null } | null
  challenge: {
    id: number
    title: string
    category: (typeof CHALLENGE_CATEGORIES)[number]
    customCategory: CustomCategory | null
  } | null
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
  /** Last error of the engine or ours; administrators only. */
  detail: string | null
  memoryMb: number
  cpu: number
}

export interface InstanceDetails extends InstanceRow {
  spec: InstanceSpec
  container: string | null
  endpoints: EndpointDetails[]
  exitCode: number | null
  /** Last output of a container that ended by itself, flags masked; null for none. */
  lastLog: string | null
  events: {
    at: number
    event: string
    reason: string | null
    detail: string | null
    actor: string | null
  }[]
}

export type InstanceCounts = Record<InstanceTab, number>

/** Most frequent first. */
export type ReasonCounts = { reason: EndReason; count: number }[]

export const instanceUsage = z.object({
  instance: z.string(),
  /** Cores. */
  cpu: z.number(),
  memoryMb: z.number(),
  /** Null where the engine does not tell. */
  pids: z.number().nullable()
})
export type InstanceUsage = z.infer<typeof instanceUsage>

/** Counts only what the platform carries; published ports bypass it. */
export const instanceTraffic = z
  .object({
    /** Open tunnels and connections by host name. */
    connections: z.int(),
    /** Seconds old. */
    bytesIn: z.number(),
    bytesOut: z.number()
  })
  .meta({ id: 'InstanceTrafficModel' })
export type InstanceTraffic = z.infer<typeof instanceTraffic>

/** Flags masked. `at` in milliseconds. */
export const instanceLogLine = z.object({
  at: z.number(),
  stream: z.enum(['stdout', 'stderr']),
  text: z.string()
})
export type InstanceLogLine = z.infer<typeof instanceLogLine>

export const orphanView = z.object({
  kind: z.enum(['container', 'network', 'volume']),
  id: z.string(),
  name: z.string(),
  instance: z.string(),
  createdAt: z.number()
})
export type OrphanView = z.infer<typeof orphanView>
