import { useMemo } from 'react'
import { type Text, useText } from '~/app/i18n/text'
import type { BoardChallenge } from '~/scoring/rules'
import type { Won } from './arrange'

const NONE: readonly number[] = []

/** Challenges that the team still has to solve to unlock this one. */
export const missingFor = ({ labels }: BoardChallenge, won: Won, behind = NONE): number[] =>
  (labels?.requires ?? NONE).filter((id) => !won.has(id) && !behind.includes(id))

/**
 * The challenges that the team sees, and for locked ones a text that names what unlocks them
 * (docs/rules/challenges.md#requirements).
 * @param behind challenges solved since a freeze; null after the end, when nothing is locked
 */
export function locksOf(all: readonly BoardChallenge[], won: Won, behind: readonly number[] | null, t: Text) {
  const marks: Record<number, string> = {}
  const challenges = all.filter((one) => {
    const missing = behind ? missingFor(one, won, behind) : NONE
    if (missing.length === 0) return true
    const known = all.filter(({ id, labels }) => missing.includes(id) && !labels?.hideLocked)
    marks[one.id] = t('labels:locked', { titles: known.map(({ title }) => title).join(', ') || '…' })
    return !one.labels?.hideLocked
  })
  return { challenges, marks }
}

export function useLocks(all: readonly BoardChallenge[], won: Won, behind: readonly number[] | null) {
  const t = useText()
  return useMemo(() => locksOf(all, won, behind, t), [all, won, behind, t])
}
