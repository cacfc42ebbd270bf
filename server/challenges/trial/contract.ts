import { z } from 'zod'
import type { CustomCategory } from '~/server/categories/constants'
import { wireTimeText } from '~/server/platform/wire'
import { challengeView } from '../contract'
import type { Labels } from '../labels/constants'

/** The right flag of a trial: any listed, that of the first file, or that of the newest test instance. */
const TRIAL_RULES = ['any', 'first_file', 'test_instance'] as const

export const trialView = challengeView
  .extend({
    isEnabled: z.boolean(),
    releaseAt: wireTimeText.nullable(),
    rule: z.enum(TRIAL_RULES),
    solvable: z.boolean()
  })
  .meta({ id: 'ChallengePreviewModel' })
export type TrialView = z.infer<typeof trialView>

/** The verdict of a tried flag, which is not stored. */
export const trialVerdict = z
  .object({
    /** CheatDetected: right for `team` alone. */
    status: z.enum(['Accepted', 'WrongAnswer', 'CheatDetected']),
    /** The place from 1; null when the team is not listed. */
    place: z.int().nullable(),
    /** Number of listed flags; 0 for a template. */
    flags: z.int(),
    team: z.string().nullable()
  })
  .meta({ id: 'FlagTrialModel' })
export type TrialVerdict = z.infer<typeof trialVerdict>

export interface TrialCard {
  id: number
  title: string
  category: string
  customCategory: CustomCategory | null
  score: number
  solved: number
  originalScore: number
  minScoreRate: number
  difficulty: number
  isEnabled: boolean
  releaseAt: Date | null
  labels?: Labels
}
