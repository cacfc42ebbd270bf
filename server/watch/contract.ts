import { z } from 'zod'
import { RUN_OUTCOMES } from '~/server/solve-checks/constants'
import { MATTER_KINDS, TILES, VERDICTS } from './rules'
import { WAITING_KINDS, type WaitingKind } from './waiting'

const at = z.number()

const HEALTH_CELLS = ['website', 'scoring', 'jobs', 'database', 'redis', 'engines', 'backup'] as const

const matter = z.object({
  key: z.string(),
  kind: z.enum(MATTER_KINDS),
  level: z.enum(['warn', 'bad']),
  since: at,
  count: z.number(),
  about: z.string().nullable(),
  id: z.number().nullable(),
  takenBy: z.string().nullable(),
  /** How many tickets have no owner; null for other matters. */
  unassigned: z.number().nullable()
})

const cell = z.object({
  name: z.enum(HEALTH_CELLS),
  /** `unused`: none exists. */
  state: z.enum(['ok', 'warn', 'bad', 'unused']),
  /** Seconds waited (scoring), late tasks (jobs), ms of a reply (stores), replying engines; null when unknown. */
  value: z.number().nullable(),
  of: z.number().nullable()
})

const tile = z.object({
  name: z.enum(TILES),
  /** The value over the last whole minutes; null without data. `right` is a share, `judge` milliseconds. */
  value: z.number().nullable(),
  /** Last sixty minutes, oldest first; null without a value. */
  line: z.array(z.number().nullable()),
  /** Two hours before without the lowest and highest tenth; null with little data. */
  usual: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** The value is far outside its usual range. */
  unusual: z.boolean()
})

/** `since`: when the first of them came; null without any. */
export const waitingRow = z.object({
  what: z.enum(WAITING_KINDS as [WaitingKind, ...WaitingKind[]]),
  count: z.number(),
  since: at.nullable()
})

const some = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), total: z.number() })

export const watchView = z
  .object({
    at,
    verdict: z.enum(VERDICTS),
    matters: z.array(matter),
    /** The matter that closed last, within a day; null without one. */
    lastClosed: matter.extend({ closed: at }).nullable(),
    /** Work that waits for staff and that the caller may do; kinds without any are included. */
    waiting: z.array(waitingRow),
    health: z.array(cell),
    tiles: z.array(tile),
    /** Staff of the game and of the platform who were on the platform within the last three minutes; whoever was last comes first. */
    here: some(z.object({ name: z.string(), avatar: z.string().nullable() })),
    unsolved: some(
      z.object({
        id: z.number(),
        title: z.string(),
        since: at,
        attempts: z.number(),
        /** The last solve check of the challenge; null without one. */
        check: z.object({ outcome: z.enum(RUN_OUTCOMES), at }).nullable()
      })
    ),
    /** Teams with at least ten wrong answers and no right one within three hours. */
    stuck: some(
      z.object({
        teamId: z.number(),
        name: z.string(),
        wrong: z.number(),
        challenge: z.string(),
        solvedAt: at.nullable()
      })
    ),
    /** Teams of which no member was on the platform within the last hour; the team that left last comes first. */
    idle: some(z.object({ teamId: z.number(), name: z.string(), seenAt: at.nullable() })),
    matches: some(z.object({ at, team: z.string(), owner: z.string(), challenge: z.string() })),
    /** Tickets that wait for an answer, longest first, and how many have no owner. */
    tickets: some(
      z.object({
        id: z.number(),
        team: z.string(),
        title: z.string(),
        since: at,
        owner: z.string().nullable()
      })
    ).extend({ unassigned: z.number() }),
    bloods: z.array(z.object({ at, team: z.string(), challenge: z.string() })),
    /** `by` is null for the platform. */
    actions: z.array(z.object({ at, by: z.string().nullable(), action: z.string() })),
    coming: z.array(
      z.object({
        at,
        what: z.enum(['resume', 'release', 'freeze', 'end', 'extra', 'writeups']),
        count: z.number(),
        title: z.string().nullable()
      })
    )
  })
  .meta({ id: 'GameWatch' })
export type Watch = z.infer<typeof watchView>
export type WatchMatter = Watch['matters'][number]
