import { z } from 'zod'
import { SHARING_SIGNS } from '~/server/monitoring/contract'
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
  /** When the first team solved it. */
  time: wireTimeText,
  /** Milliseconds until the other team's. */
  gap: z.number(),
  /** Submissions: of the first team, and of the other. */
  submissions: z.tuple([z.int(), z.int()])
})

/** A challenge and the next one that two teams solved, one soon after the other. */
const step = z.object({
  challengeIds: z.tuple([z.int(), z.int()]),
  challenges: z.tuple([z.string(), z.string()]),
  /** Participation of the team that solved the second one first. */
  first: z.int(),
  /** When the first team solved the second challenge. */
  time: wireTimeText,
  /** Milliseconds until the other team's. */
  gap: z.number(),
  /** Submissions of the second challenge: of the first team, and of the other. */
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
  /** Close solves by time; at most 50. */
  close: z.array(closeSolve),
  /** Submissions of a decoy of the other team, newest first; at most 20. */
  decoys: z.array(z.int()),
  decoyCount: z.int(),
  /** Events: a member of one used the entry of the other's instance; newest first, at most 20. */
  entries: z.array(z.int()),
  entryCount: z.int(),
  /** Equal steps by time; at most 50. */
  steps: z.array(step),
  stepCount: z.int(),
  /** Both sent flags from one address. */
  sameAddress: z.boolean()
})

/** A team that solved challenges that no member had read, or whose file no member had downloaded. */
const silentTeam = z.object({
  team,
  /** Solves by time. */
  solves: z.array(
    z.object({ challengeId: z.int(), challenge: z.string(), time: wireTimeText, submission: z.int() })
  ),
  /** How many there are. */
  count: z.int()
})

/** Teams with most first, at most 50; null where so many solves are so that it says nothing. Then how many are so, and of how many. */
const silentSolves = z.object({ teams: z.array(silentTeam).nullable(), silent: z.int(), solves: z.int() })

/** A team that sent decoys which were its own, or are the same for every team. */
const trapped = z.object({
  team,
  /** Newest first; at most 20. */
  sent: z.array(
    z.object({ challengeId: z.int(), challenge: z.string(), time: wireTimeText, submission: z.int() })
  ),
  /** How many there are. */
  count: z.int()
})

/** A team whose entries of instances were used by somebody else. */
const shared = z.object({
  team,
  /** Newest first; at most 20. */
  hints: z.array(
    z.object({
      event: z.int(),
      challenge: z.string(),
      time: wireTimeText,
      sign: z.enum(SHARING_SIGNS),
      /** The account that used it, or the number of networks. */
      detail: z.string()
    })
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
    unopened: z.array(silentTeam).nullable(),
    /** Solves of challenges whose file no member of the team had downloaded, with the total of such solves. */
    undownloaded: silentSolves,
    /** Most first; at most 50. */
    decoys: z.array(trapped),
    /** Most first; at most 50. Those of accounts of other teams are among the pairs, too. */
    entries: z.array(shared),
    /** Solves of the game without an opening, and all of them. */
    unopenedSolves: z.int(),
    solves: z.int()
  })
  .meta({ id: 'GameSignals' })

export type SignalsView = z.infer<typeof signalsView>
export type PairSignals = z.infer<typeof pair>
export type SignalTeam = z.infer<typeof team>
export type CloseSolve = z.infer<typeof closeSolve>
export type Step = z.infer<typeof step>
export type Trapped = z.infer<typeof trapped>
export type SharedEntries = z.infer<typeof shared>
export type SilentSolves = z.infer<typeof silentSolves>
