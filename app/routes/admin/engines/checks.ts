import {
  GUARD_CHECKS,
  type GuardCheck,
  type GuardCheckName,
  type GuardReport
} from '~/server/engines/contract'

const MAX_CHECKS_SHOWN = 12

export interface Findings {
  /** Reached although it must not be, or the other way round; at most MAX_CHECKS_SHOWN. */
  through: GuardCheck[]
  /** Number of those beyond MAX_CHECKS_SHOWN. */
  more: number
  /** Kinds of which every check passed, in the order of GUARD_CHECKS. */
  fine: GuardCheckName[]
}

export function findingsOf({ checks }: GuardReport): Findings {
  const bad = checks.filter(({ ok }) => !ok)
  const names = new Set(bad.map(({ name }) => name))
  const tried = new Set(checks.map(({ name }) => name))
  return {
    through: bad.slice(0, MAX_CHECKS_SHOWN),
    more: Math.max(0, bad.length - MAX_CHECKS_SHOWN),
    fine: GUARD_CHECKS.filter((name) => tried.has(name) && !names.has(name))
  }
}
