import type { Bonus } from '~/server/ledger/contract'

/** By place, from 0. The names are the wire's `SubmissionType`. */
export const BLOOD_KINDS = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const
export type SolveKind = (typeof BLOOD_KINDS)[number] | 'Normal'

/** `place`: from 0, among the counted solves of a challenge. */
export const kindAt = (place: number): SolveKind => BLOOD_KINDS[place] ?? 'Normal'

/** Per mille. */
export const DEFAULT_BONUS: Bonus = { first: 50, second: 30, third: 10 }

export const DEFAULT_PACKED_BONUS = packBonus(DEFAULT_BONUS)

/** `(first << 20) + (second << 10) + third`; the default when a part is not 0 to 1000 (docs/rules/scoring.md#blood-bonus). */
export function packBonus({ first, second, third }: Bonus): number {
  const parts = [first, second, third]
  if (parts.some((part) => !Number.isInteger(part) || part < 0 || part > 1000)) return DEFAULT_PACKED_BONUS
  return first * 2 ** 20 + second * 2 ** 10 + third
}

/** The default when a part is above 1000. */
export function unpackBonus(packed: number): Bonus {
  const bonus = {
    first: Math.floor(packed / 2 ** 20),
    second: Math.floor(packed / 2 ** 10) % 1024,
    third: packed % 1024
  }
  return packBonus(bonus) === packed ? bonus : DEFAULT_BONUS
}

/** Per mille. */
export function bonusOf(kind: SolveKind, bonus: Bonus): number {
  if (kind === 'Normal') return 0
  return kind === 'FirstBlood' ? bonus.first : kind === 'SecondBlood' ? bonus.second : bonus.third
}

/** Half-even of `value × (1000 + perMille) / 1000`, in integers (docs/rules/scoring.md#points-with-bonus). */
export function pointsWithBonus(value: number, perMille: number): number {
  const product = value * (1000 + perMille)
  const whole = Math.floor(product / 1000)
  const rest = product - whole * 1000
  if (rest !== 500) return rest > 500 ? whole + 1 : whole
  return whole % 2 === 0 ? whole : whole + 1
}
