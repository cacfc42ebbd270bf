import { z } from 'zod'
import { MATTER_KINDS, VERDICTS } from './rules'

/** Unix milliseconds. */
const at = z.number()

export const HEALTH_CELLS = ['website', 'scoring', 'jobs', 'database', 'redis', 'engines', 'backup'] as const
export const TILES = ['submissions', 'solves', 'right', 'judge', 'teams', 'instances'] as const

const matter = z.object({
  /** Names the matter in `take`. */
  key: z.string(),
  kind: z.enum(MATTER_KINDS),
  level: z.enum(['warn', 'bad']),
  since: at,
  /** How many flags, engines, instances, teams or matches; 1 where nothing is counted. */
  count: z.number(),
  /** Title of the challenge; null for other kinds. */
  about: z.string().nullable(),
  /** Id of the challenge. */
  id: z.number().nullable(),
  /** Name of who has it; null while nobody does. */
  takenBy: z.string().nullable()
})

const cell = z.object({
  name: z.enum(HEALTH_CELLS),
  /** `none`: there is nothing of the kind. */
  state: z.enum(['ok', 'warn', 'bad', 'unused']),
  /** Seconds waited (scoring), tasks late (jobs), milliseconds of an answer (database, redis), engines that answer; null when unknown. */
  value: z.number().nullable(),
  /** Of how many engines. */
  of: z.number().nullable()
})

const tile = z.object({
  name: z.enum(TILES),
  /** Of the last whole minutes; null when there is nothing to measure. `right` is a share, `judge` milliseconds. */
  value: z.number().nullable(),
  /** Of each of the last sixty minutes, oldest first; null without a value. */
  line: z.array(z.number().nullable()),
  /** All but the lowest and highest tenth of the two hours before; null when little is known. */
  usual: z.object({ low: z.number(), high: z.number() }).nullable()
})

/** The first of a list, and how many there are in all. */
const some = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), total: z.number() })

export const watchView = z
  .object({
    at,
    verdict: z.enum(VERDICTS),
    matters: z.array(matter),
    health: z.array(cell),
    tiles: z.array(tile),
    /** Open challenges that nobody solved, most tried first. */
    unsolved: some(z.object({ id: z.number(), title: z.string(), since: at, attempts: z.number() })),
    /** Teams with at least ten wrong and no right answer within three hours. */
    stuck: some(
      z.object({
        teamId: z.number(),
        name: z.string(),
        wrong: z.number(),
        /** The challenge with most of them. */
        challenge: z.string(),
        /** Last solve; null without one. */
        solvedAt: at.nullable()
      })
    ),
    /** Foreign flags, newest first. */
    matches: some(z.object({ at, team: z.string(), owner: z.string(), challenge: z.string() })),
    /** Help that teams wait for, longest first. */
    tickets: some(z.object({ id: z.number(), team: z.string(), title: z.string(), since: at })),
    bloods: z.array(z.object({ at, team: z.string(), challenge: z.string() })),
    /** Of the game and its challenges; `by` is null for the platform itself. */
    actions: z.array(z.object({ at, by: z.string().nullable(), action: z.string() })),
    coming: z.array(
      z.object({
        at,
        what: z.enum(['resume', 'release', 'freeze', 'end', 'writeups']),
        /** Challenges of a release. */
        count: z.number(),
        /** Title of one of them. */
        title: z.string().nullable()
      })
    )
  })
  .meta({ id: 'GameWatch' })
export type Watch = z.infer<typeof watchView>
export type WatchMatter = Watch['matters'][number]
