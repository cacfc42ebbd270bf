import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'
import { endpointView } from './shapes'
import { END_REASONS, INSTANCE_STATES, QUEUE_REASONS, START_ERRORS } from './states'

export {
  CONTAINER_STATUSES,
  type ContainerInfo,
  type ContainerStatus,
  containerInfo
} from '~/server/challenges/contract'
export * from './admin/contract'
export * from './messages'
export * from './shapes'
export * from './states'

/** Where an image's pull stands; bytes are 0 while the registry has not said. */
export const pullProgress = z.object({
  layersDone: z.int(),
  layersTotal: z.int(),
  bytesDone: z.number(),
  bytesTotal: z.number()
})
export type PullState = z.infer<typeof pullProgress>

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
