import {
  GUARD_CHECKS,
  type GuardCheck,
  type GuardCheckName,
  type GuardReport
} from '~/server/engines/contract'

/** More of what got through is read by nobody. */
const MOST = 12

export interface Findings {
  /** What must not have been reached and was, or the other way round. */
  through: GuardCheck[]
  /** How many more of those there are. */
  more: number
  /** Kinds of checks that were all as they must be, in their order. */
  fine: GuardCheckName[]
}

/** What a self-test found, the bad first. */
export function findingsOf({ checks }: GuardReport): Findings {
  const bad = checks.filter(({ ok }) => !ok)
  const names = new Set(bad.map(({ name }) => name))
  const tried = new Set(checks.map(({ name }) => name))
  return {
    through: bad.slice(0, MOST),
    more: Math.max(0, bad.length - MOST),
    fine: GUARD_CHECKS.filter((name) => tried.has(name) && !names.has(name))
  }
}
