import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'

/** A team of the game. */
const team = z.object({
  participationId: z.int(),
  teamId: z.int(),
  name: z.string(),
  division: z.string().nullable()
})

/** A challenge that two teams solved one shortly after the other while hardly anybody else did. */
const closeSolve = z.object({
  challengeId: z.int(),
  challenge: z.string(),
  /** Participation of the team that was first. */
  first: z.int(),
  /** When it was. */
  time: wireTimeText,
  /** Milliseconds until the other team's. */
  gap: z.number(),
  /** Submissions: of the first team, and of the other. */
  submissions: z.tuple([z.int(), z.int()])
})

const pair = z.object({
  teams: z.tuple([team, team]),
  /** 1 weak to 4 very strong (docs/rules/signals.md#strength). */
  strength: z.int().min(1).max(4),
  /** Submissions of a flag of the other team, newest first; at most 20. */
  matches: z.array(z.int()),
  /** How many there are. */
  matchCount: z.int(),
  /** By time; at most 50. */
  close: z.array(closeSolve),
  /** Both sent flags from one address. */
  sameAddress: z.boolean()
})

/** A team that solved challenges nobody of it had read. */
const unopened = z.object({
  team,
  /** By time. */
  solves: z.array(
    z.object({ challengeId: z.int(), challenge: z.string(), time: wireTimeText, submission: z.int() })
  ),
  /** How many there are. */
  count: z.int()
})

export const signalsView = z
  .object({
    /** Strongest first; at most 100. */
    pairs: z.array(pair),
    pairCount: z.int(),
    /** Most first; at most 50. Null where so many solves are without an opening that it says nothing. */
    unopened: z.array(unopened).nullable(),
    /** Solves of the game without an opening, and all of them. */
    unopenedSolves: z.int(),
    solves: z.int()
  })
  .meta({ id: 'GameSignals' })

export type SignalsView = z.infer<typeof signalsView>
export type PairSignals = z.infer<typeof pair>
export type SignalTeam = z.infer<typeof team>
export type CloseSolve = z.infer<typeof closeSolve>
export type Unopened = z.infer<typeof unopened>
