import { z } from 'zod'
import { wireInstant, wireInt } from '~/server/platform/wire'
import type { ChallengeInfo } from './contract'
import { booleanField } from './fields'

export interface SelectedChallenge {
  id: number
  title: string
  isEnabled: boolean
  releaseAt: Date | null
  originalScore: number
  /** Includes teams off the board. */
  solves: number
  submissions: number
  instances: number
  hasFlag: ChallengeInfo['hasFlag']
  image: ChallengeInfo['image']
  stock: ChallengeInfo['stock']
}

export interface SelectedChallenges {
  challenges: SelectedChallenge[]
  /** Teams that empty engines serve with all disabled ones enabled; null without containers or engines. */
  room: { fit: number; teams: number } | null
}

/** Between two releases: a week. */
export const MAX_MINUTES = 10_080

/** Releases the first challenge then, each further one `minutes` later; null = by hand. */
const releasePlan = z.object({
  first: wireInstant.nullable(),
  every: wireInt(0, MAX_MINUTES).default(0),
  announce: booleanField.optional()
})
export type ReleasePlan = z.infer<typeof releasePlan>
