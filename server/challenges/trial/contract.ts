import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'
import { challengeView } from '../contract'
import type { Labels } from '../labels/constants'

/** What is right in a trial: any flag of the list, the flag of the first file, or that of the newest test instance. */
export const TRIAL_RULES = ['any', 'first_file', 'test_instance'] as const

/** A challenge as its players will find it, for staff. */
export const trialView = challengeView
  .extend({
    isEnabled: z.boolean(),
    releaseAt: wireTimeText.nullable(),
    rule: z.enum(TRIAL_RULES),
    /** There is a flag that would be right now. */
    solvable: z.boolean()
  })
  .meta({ id: 'ChallengePreviewModel' })
export type TrialView = z.infer<typeof trialView>

/** Of a flag that was tried; nothing is stored of it. */
export const trialVerdict = z
  .object({
    /** CheatDetected: it is right for `team` alone. */
    status: z.enum(['Accepted', 'WrongAnswer', 'CheatDetected']),
    /** Its place among the flags of the challenge, from 1; null when it is none of them. */
    place: z.int().nullable(),
    /** Flags that the challenge lists; 0 where they are made of a template. */
    flags: z.int(),
    /** The team that was given this flag. */
    team: z.string().nullable()
  })
  .meta({ id: 'FlagTrialModel' })
export type TrialVerdict = z.infer<typeof trialVerdict>

/** A challenge among all of its game, as a board lists it. */
export interface TrialCard {
  id: number
  title: string
  category: string
  /** Value now. */
  score: number
  solved: number
  originalScore: number
  minScoreRate: number
  difficulty: number
  isEnabled: boolean
  releaseAt: Date | null
  labels?: Labels
}
