import { z } from 'zod'
import { INSTANCE_STATES } from './states'

/** Channel of every change of an instance; `InstanceMessage` as JSON. */
export const INSTANCE_CHANNEL = 'halyard:instances'
/** Channel whose messages have the workers look for work. */
export const INSTANCE_WORK_CHANNEL = 'halyard:instances-wake'

/** A change of an instance: hints, the truth is read from Postgres. */
export const instanceUpdate = z.object({
  id: z.uuid(),
  gameId: z.int().nullable(),
  challengeId: z.int().nullable(),
  participationId: z.int().nullable(),
  kind: z.enum(['team', 'test']),
  state: z.enum(INSTANCE_STATES),
  /** Registered members of the participation: the receivers. */
  users: z.array(z.uuid())
})
export type InstanceUpdate = z.infer<typeof instanceUpdate>

/** Where teams stand in the queue, as often as that changes. Hints as well; `estimate` in seconds, null when unknown. */
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
