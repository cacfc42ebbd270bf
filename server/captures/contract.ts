import { z } from 'zod'
import { challengeInfo } from '~/server/challenges/contract'
import { textField } from '~/server/platform/text-fields'
import { wireTimeText } from '~/server/platform/wire'

export const trafficChallenge = challengeInfo
  .pick({ id: true, title: true, category: true, customCategory: true, type: true, isEnabled: true })
  .extend({
    count: z.int()
  })
  .meta({ id: 'ChallengeTrafficModel' })
export type TrafficChallenge = z.infer<typeof trafficChallenge>

/** `id` is the participation's. */
export const trafficTeam = z
  .object({
    id: z.int(),
    teamId: z.int(),
    name: z.string().nullable(),
    organization: z.string().nullable(),
    avatar: z.string().nullable(),
    count: z.int()
  })
  .meta({ id: 'TeamTrafficModel' })
export type TrafficTeam = z.infer<typeof trafficTeam>

export const captureFile = z
  .object({
    fileName: z.string(),
    size: z.int(),
    updateTime: wireTimeText
  })
  .meta({ id: 'FileRecord' })
export type CaptureFile = z.infer<typeof captureFile>

export interface CaptureRow {
  fileName: string
  /** Bytes; 0 without a file. */
  size: number
  /** Bytes carried but not written. */
  dropped: number
  openedAt: number
  live: boolean
  /** The ticket's owner; null when deleted. */
  user: string | null
  address: string
  /** Kept as evidence. `by` is null when the account is deleted. */
  pinned: { by: string | null; at: number; note: string } | null
}

export interface CaptureSums {
  files: number
  bytes: number
  dropped: number
  pinned: number
}

export interface RecordedChallenge {
  id: number
  title: string
  teams: number
}

export interface RecordedTeam {
  participationId: number
  name: string
  files: number
}

export const pinNote = textField(500).transform((note) => note.trim())
