import { z } from 'zod'
import { customCategory } from '~/server/categories/contract'
import { rating } from '~/server/feedback/contract'
import { wireTimeText } from '~/server/platform/wire'

const challengeFigures = z.object({
  id: z.int(),
  title: z.string(),
  category: z.string(),
  /** The category of the game, which `category` stands for; null without one. */
  customCategory: customCategory.nullable(),
  solves: z.int(),
  attempts: z.int(),
  /** The share of teams on the board, 0 to 1. */
  share: z.number(),
  firstBlood: z.object({ id: z.int(), team: z.string(), after: z.number() }).nullable(),
  /** Time of half of its solves; null without one. */
  median: z.number().nullable(),
  /** Solves in the steps of `activity`. */
  over: z.array(z.int()),
  /** Median from first reading to solve; null while unknown (docs/rules/signals.md#openings). */
  working: z.number().nullable(),
  /**
   * The rating by members who solved it (docs/rules/challenges.md#feedback); null without one, and for players if there are few.
   */
  rating: rating.nullable()
})

const categoryFigures = z.object({
  category: z.string(),
  customCategory: customCategory.nullable(),
  challenges: z.int(),
  /** Challenges without one. */
  unsolved: z.int(),
  solves: z.int(),
  attempts: z.int()
})

/** `null`: without a division. */
const divisionFigures = z.object({
  division: z.string().nullable(),
  teams: z.int(),
  scoring: z.int(),
  solves: z.int()
})

/** Solves of the best team, of the last one of the upper quarter, and of the team in the middle; after each step of `activity`. */
const progress = z.object({
  best: z.array(z.int()),
  quarter: z.array(z.int()),
  half: z.array(z.int()),
  /** Teams by how many of the challenges they solved, from 0 to all. */
  solved: z.array(z.int())
})

export const statisticsView = z
  .object({
    teams: z.int(),
    scoring: z.int(),
    solves: z.int(),
    attempts: z.int(),
    challenges: z.array(challengeFigures),
    categories: z.array(categoryFigures),
    divisions: z.array(divisionFigures),
    progress,
    activity: z.object({
      start: wireTimeText,
      /** Milliseconds of a step. */
      step: z.number(),
      right: z.array(z.int()),
      wrong: z.array(z.int())
    })
  })
  .meta({ id: 'GameStatistics' })
export type Statistics = z.infer<typeof statisticsView>
