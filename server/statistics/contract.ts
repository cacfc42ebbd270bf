import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'

/** An open challenge in figures. Times are milliseconds after the start of the game. */
const challengeFigures = z.object({
  id: z.int(),
  title: z.string(),
  category: z.string(),
  /** Of teams on the board. */
  solves: z.int(),
  /** Judged answers, right and wrong, of all teams. */
  attempts: z.int(),
  /** Share of teams on the board that solved it, 0 to 1. */
  share: z.number(),
  /** The first solve; null without one. */
  firstBlood: z.object({ team: z.string(), after: z.number() }).nullable(),
  /** The time by which half of its solves were made; null without one. */
  median: z.number().nullable(),
  /** Median of the times from a team's first reading to its solve; null while none is known (docs/rules/signals.md#openings). */
  working: z.number().nullable()
})

/** `null` stands for teams without a division. */
const divisionFigures = z.object({
  division: z.string().nullable(),
  teams: z.int(),
  /** Teams with a solve. */
  scoring: z.int(),
  solves: z.int()
})

export const statisticsView = z
  .object({
    /** On the board. */
    teams: z.int(),
    /** Of those, with a solve. */
    scoring: z.int(),
    solves: z.int(),
    attempts: z.int(),
    challenges: z.array(challengeFigures),
    divisions: z.array(divisionFigures),
    /** Answers over the time of the game, in equal steps. */
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
