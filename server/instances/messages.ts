import { z } from 'zod'
import { INSTANCE_KINDS, INSTANCE_STATES } from './states'

export const INSTANCE_CHANNEL = 'halyard:instances'
export const INSTANCE_WORK_CHANNEL = 'halyard:instances-wake'

/** Messages are hints only; Postgres has the truth. */
export const instanceUpdate = z.object({
  id: z.uuid(),
  gameId: z.int().nullable(),
  challengeId: z.int().nullable(),
  participationId: z.int().nullable(),
  kind: z.enum(INSTANCE_KINDS),
  state: z.enum(INSTANCE_STATES),
  /** Receivers: registered members. */
  users: z.array(z.uuid())
})
export type InstanceUpdate = z.infer<typeof instanceUpdate>

/** Places in the queue; only hints. `estimate` in seconds, null when unknown. */
export const queueUpdate = z.object({
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
export type QueueUpdate = z.infer<typeof queueUpdate>

/** Every message of INSTANCE_CHANNEL. */
export const instanceMessage = z.union([instanceUpdate, queueUpdate])
export type InstanceMessage = z.infer<typeof instanceMessage>
