/**
 * What decides a challenge's value (docs/rules/scoring.md#value-of-a-challenge): value of the first solve, least share,
 * speed of decay.
 */
export interface Curve {
  score: number
  minRate: number
  difficulty: number
}

/** Extra points of the first three solvers, per mille of the challenge's value (docs/rules/scoring.md#blood-bonus). */
export interface Bonus {
  first: number
  second: number
  third: number
}

/** Milliseconds, `[from, to)`. */
export type Period = [from: number, to: number]

/** `undone`: the entries take the correction back, and the reason is why. */
export interface CorrectionNote {
  number: number
  undone: boolean
  reason: string
  /** How many entries behind this one belong to it. */
  entries: number
}

/**
 * One change that moves scores, before it has a place in the ledger. `at` is milliseconds since 1970.
 *
 * - `admit`: the participation counts from here on, in this division. Also ends a suspension or a withdrawal.
 * - `suspend`: team, solves and bloods leave the board. `restore` brings all of it back.
 * - `withdraw`: like `suspend` for a participation that was rejected or deleted; only `admit` undoes it.
 * - `open` / `close`: a challenge is on the board with its points, or neither.
 * - `decay`: solves of a challenge sent in these times do not lower its value; takes the place of the times before.
 * - `void`: takes one solve away; the same team may solve again.
 * - `award`: points beside solves; negative is a penalty. With `hint` it is the price of one.
 * - `correction`: why the entries behind it were made, and by which correction of the game (docs/rules/corrections.md); the
 *   board does not change by it.
 *
 * A game starts with the default bonus 50/30/10, a challenge with the curve 1000/0.25/5, closed.
 */
export type NewScoreEvent =
  | AnyTeamEvent
  | AnyChallengeEvent
  | { kind: 'bonus'; at: number; payload: Bonus }
  | { kind: 'correction'; at: number; payload: CorrectionNote }

/** `hint`: it is the price of that hint of that challenge. */
interface Award {
  points: number
  reason: string
  hint?: { challenge: number; id: number }
}

type TeamEvent<Kind, More = object> = { kind: Kind; at: number; participationId: number } & More
type ChallengeEvent<Kind, More = object> = { kind: Kind; at: number; challengeId: number } & More

type AnyTeamEvent =
  | TeamEvent<'admit', { payload: { division: string | null } }>
  | TeamEvent<'division', { payload: { division: string | null } }>
  | TeamEvent<'suspend'>
  | TeamEvent<'restore'>
  | TeamEvent<'withdraw'>
  | TeamEvent<'award', { payload: Award }>
  | TeamEvent<'void', { challengeId: number; submissionId: number | null }>
  | SolveEvent

type AnyChallengeEvent =
  | ChallengeEvent<'curve', { payload: Curve }>
  | ChallengeEvent<'decay', { payload: { stopped: Period[] } }>
  | ChallengeEvent<'open'>
  | ChallengeEvent<'close'>

/** The first right submission of a team for a challenge; `at` is the time the submission was stored. */
export interface SolveEvent {
  kind: 'solve'
  at: number
  participationId: number
  challengeId: number
  submissionId: number
  /** Null when the account was deleted. */
  userId: string | null
}

/** An entry of a game's ledger. `seq` counts from 1 without gaps. */
export type ScoreEvent = NewScoreEvent & { seq: number }

/** Stream of notifications for scoring; an entry is a hint only, the rows in Postgres are the truth. */
export const NOTIFICATION_STREAM = 'halyard:wake'

/**
 * What the sender changed: `judge` = submissions or the ledger; `refresh` = names, avatars, titles or
 * categories shown on the board; `board` = somebody waits for a board that Redis does not hold; `rebuild` = the
 * board is to be folded anew from the whole ledger, or the game is gone.
 */
export const NOTIFICATION_REASONS = ['judge', 'refresh', 'board', 'rebuild'] as const
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number]
