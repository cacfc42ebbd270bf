/** Value of the first solve, least share, speed of decay (docs/rules/scoring.md#value-of-a-challenge). */
export interface Curve {
  score: number
  minRate: number
  difficulty: number
  /**
   * Replaces the formula: values for 0, 1, 2… counted solves, of which the last serves for more
   * (docs/rules/scoring.md#recorded-values).
   */
  values?: readonly number[]
}

/** Per mille of the value (docs/rules/scoring.md#blood-bonus). */
export interface Bonus {
  first: number
  second: number
  third: number
}

/** Milliseconds, `[from, to)`. */
export type Period = [from: number, to: number]

/** `undone`: these entries revoke the correction. */
export interface CorrectionNote {
  number: number
  undone: boolean
  reason: string
  /** Number of entries that follow and belong to it. */
  entries: number
}

/**
 * A change of scores. `at` is milliseconds since 1970.
 *
 * - `admit`: counts from now on, in this division; ends a suspension or withdrawal.
 * - `suspend`: team, solves and bloods leave the board; `restore` brings them back.
 * - `withdraw`: like `suspend` for a rejected or deleted participation; only `admit` ends it.
 * - `open` / `close`: whether a challenge is on the board with its points.
 * - `decay`: periods whose solves do not lower the value; replaces earlier ones.
 * - `void`: revokes one solve; the team may solve again.
 * - `award`: points beside solves; below 0: penalty. With `hint`, the price of that hint; with `hill`, a service gave them
 *   (docs/rules/awards.md).
 * - `correction`: reason and number of the entries that follow (docs/rules/corrections.md).
 *
 * A game starts with the bonus 50/30/10, a challenge closed with the curve 1000/0.25/5.
 */
export type NewScoreEvent =
  | AnyTeamEvent
  | AnyChallengeEvent
  | { kind: 'bonus'; at: number; payload: Bonus }
  | { kind: 'correction'; at: number; payload: CorrectionNote }

export interface Award {
  points: number
  reason: string
  hint?: { challenge: number; id: number }
  /** The challenge that the points are for; null for none. */
  hill?: { challenge: number | null }
  origin?: Origin
}

/** The entry of another installation that an entry was imported from (docs/suitcase.md). */
export interface Origin {
  /** Fingerprint of the key that signed it. */
  key: string
  /** The hash of the entry, hexadecimal. */
  hash: string
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

/** First right submission of a team; `at`: time of storing. */
export interface SolveEvent {
  kind: 'solve'
  at: number
  participationId: number
  challengeId: number
  submissionId: number
  /** Null for a deleted account. */
  userId: string | null
  /** Only solves imported from another installation have it. */
  payload?: { origin: Origin }
}

/** `seq` counts from 1 without gaps. */
export type ScoreEvent = NewScoreEvent & { seq: number }

/**
 * Entries are only hints; rows are the truth. The name is that of earlier versions, whose processes run beside this one during an
 * upgrade.
 */
export const NOTIFICATION_STREAM = 'halyard:wake'

/**
 * `judge`: submissions or ledger changed; `refresh`: shown names, avatars, titles or categories; `board`: Redis lacks a
 * requested board; `rebuild`: fold the whole ledger again, or the game is deleted. Two of them are counted with the change
 * itself (`Revision`), so that a lost one is found.
 */
export const NOTIFICATION_REASONS = ['judge', 'refresh', 'board', 'rebuild'] as const
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number]

/** How often a game's board had to be folded anew, and its names read anew (docs/rules/scoring.md#revisions). */
export interface Revision {
  rebuilds: number
  refreshes: number
}
