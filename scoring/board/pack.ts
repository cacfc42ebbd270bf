import type { TeamState } from '../rules'

/**
 * Score and time in one double, for the sorted set: smaller is better, so ZRANGE lists the board.
 *
 * `packed = time − score × 2^30`, where `time` is the last counted solve in units since the start of the game,
 * 0 … 2^30 − 2, and 2^30 − 1 stands for "no solve". A double holds integers up to 2^53 exactly, which leaves the
 * score ±2^23 (8.3 million). The unit is one millisecond for games up to 12 days (2^30 ms), else the least whole
 * number of milliseconds that fits the game. Members are participation ids padded to ten digits: Redis orders
 * equal values by member, which is the last rule of the ranking. Solves before the start or beyond the end (the
 * game was moved later) are held at that border; the snapshot, not this set, is exact about them.
 */
const SPAN = 2 ** 30
const NO_SOLVE = SPAN - 1

export interface Clock {
  /** Milliseconds. */
  start: number
  end: number
}

/** Milliseconds in one unit of packed time. */
export const unitOf = ({ start, end }: Clock): number => Math.max(1, Math.ceil((end - start) / (SPAN - 1)))

/** The team's place as one number. Settle first. */
export function packPlace(
  { score, lastSolve }: Pick<TeamState, 'score' | 'lastSolve'>,
  clock: Clock
): number {
  const time = lastSolve === null ? NO_SOLVE : Math.floor((lastSolve - clock.start) / unitOf(clock))
  const held = lastSolve === null ? time : Math.min(Math.max(time, 0), NO_SOLVE - 1)
  return held - score * SPAN
}

/** The score inside a packed place. */
export const scoreOf = (packed: number): number => 0 - Math.floor(packed / SPAN)

export const memberOf = (participationId: number): string => String(participationId).padStart(10, '0')
