import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'
import { endpointView } from './row-shapes'
import { END_REASONS, INSTANCE_STATES, QUEUE_REASONS, START_ERRORS } from './states'

export {
  CONTAINER_STATUSES,
  type ContainerInfo,
  type ContainerStatus,
  containerInfo
} from '~/server/challenges/contract'
export * from './admin/contract'
export * from './cluster-fitness'
export * from './messages'
export * from './row-shapes'
export * from './states'
export * from './swarm-fitness'

/** Bytes are 0 until the registry reports them. */
export const pullProgress = z.object({
  layersDone: z.int(),
  layersTotal: z.int(),
  bytesDone: z.number(),
  bytesTotal: z.number()
})
export type PullState = z.infer<typeof pullProgress>

/** A team's view of its instance. Not in the contract. Wire times. */
export const instanceView = z
  .object({
    gameId: z.int(),
    challengeId: z.int(),
    /** Null before the first. */
    id: z.uuid().nullable(),
    state: z.enum(['none', ...INSTANCE_STATES]),
    /** Reason of the end. */
    reason: z.enum(END_REASONS).nullable(),
    /** Error of the last start. */
    error: z.enum(START_ERRORS).nullable(),
    /** Short name for organisers; null without an instance. */
    reference: z.string().nullable(),
    /** `host:port`, or a UUID of the tunnel; null until ready. */
    entry: z.string().nullable(),
    /** All ports, `entry` first; none until ready. */
    endpoints: z.array(endpointView),
    requestedAt: wireTimeText.nullable(),
    /** Null for a deleted account. */
    requestedBy: z.string().nullable(),
    startedAt: wireTimeText.nullable(),
    readyAt: wireTimeText.nullable(),
    expiresAt: wireTimeText.nullable(),
    endedAt: wireTimeText.nullable(),
    /** Start of the time to extend; null for none. */
    extendableAt: wireTimeText.nullable(),
    /** Minutes: of a new instance, of an extension, and before the end in which it may be extended. */
    lifetime: z.int(),
    extension: z.int(),
    window: z.int(),
    /** Place from 1, and number waiting; null unless queued. */
    position: z.int().nullable(),
    waiting: z.int().nullable(),
    /** Seconds by measured starts; null when unknown. */
    estimate: z.int().nullable(),
    waitsFor: z.enum(QUEUE_REASONS).nullable(),
    pull: pullProgress.nullable(),
    /** Milliseconds of a usual start; null with little data. */
    usual: z.int().nullable(),
    /** Counted instances and limit; 0 = none. */
    inUse: z.int(),
    limit: z.int(),
    /** At the limit, a new instance replaces the oldest. */
    replaces: z.boolean(),
    /** Counted instances of other challenges, oldest first. */
    others: z.array(
      z.object({ challengeId: z.int(), title: z.string(), expiresAt: wireTimeText.nullable() })
    ),
    /** Some tunnelled port of it is recorded now; other connections never are. */
    recorded: z.boolean(),
    /** Code of errors.json; null when one can start. */
    unavailable: z.string().nullable()
  })
  .meta({ id: 'InstanceModel' })
export type InstanceView = z.infer<typeof instanceView>
