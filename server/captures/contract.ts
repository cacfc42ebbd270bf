import { z } from 'zod'
import { challengeInfo } from '~/server/challenges/contract'
import { wireTimeText } from '~/server/platform/wire'

/** A challenge whose connections are recorded. */
export const trafficChallenge = challengeInfo
  .pick({ id: true, title: true, category: true, type: true, isEnabled: true })
  .extend({
    /** Teams with files. */
    count: z.int()
  })
  .meta({ id: 'ChallengeTrafficModel' })
export type TrafficChallenge = z.infer<typeof trafficChallenge>

/** A team with recorded connections of a challenge. `id` is the participation's. */
export const trafficTeam = z
  .object({
    id: z.int(),
    teamId: z.int(),
    name: z.string().nullable(),
    organization: z.string().nullable(),
    avatar: z.string().nullable(),
    /** Files. */
    count: z.int()
  })
  .meta({ id: 'TeamTrafficModel' })
export type TrafficTeam = z.infer<typeof trafficTeam>

/** A recorded connection. */
export const captureFile = z
  .object({
    fileName: z.string(),
    /** Bytes. */
    size: z.int(),
    updateTime: wireTimeText
  })
  .meta({ id: 'FileRecord' })
export type CaptureFile = z.infer<typeof captureFile>

/** A recorded connection as the monitor's page shows it. */
export interface CaptureRow {
  fileName: string
  /** Bytes; 0 when nothing could be written, and then there is no file. */
  size: number
  /** Bytes carried that are not in the file. */
  dropped: number
  /** Milliseconds. */
  openedAt: number
  /** It is being written. */
  live: boolean
  /** Whose ticket opened it; null when the account is gone. */
  user: string | null
  address: string
  /** Kept as evidence. `by` is null when that account is gone. */
  pinned: { by: string | null; at: number; note: string } | null
}

/** What there is of a team at a challenge. */
export interface CaptureSums {
  files: number
  bytes: number
  dropped: number
  pinned: number
}

/** A challenge with recorded connections, and of how many teams. */
export interface RecordedChallenge {
  id: number
  title: string
  teams: number
}

/** A team with recorded connections of a challenge. */
export interface RecordedTeam {
  participationId: number
  name: string
  files: number
}

/** Why something is kept; shown beside it. */
export const pinNote = z
  .string({ error: 'field.type_mismatch' })
  .max(500, 'field.text_too_long')
  .regex(/^[^\0]*$/, 'field.characters')
  .transform((note) => note.trim())
