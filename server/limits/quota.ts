/** What each party holds of something, and the most that one may hold. */
export interface Quota {
  /** False when the party has all it may have. */
  take(party: string): boolean
  full(party: string): boolean
  release(party: string): void
}

/** `most` null = any number. */
export function createQuota(most: number | null): Quota {
  const taken = new Map<string, number>()
  const full = (party: string) => most !== null && (taken.get(party) ?? 0) >= most
  return {
    full,
    take(party) {
      if (full(party)) return false
      taken.set(party, (taken.get(party) ?? 0) + 1)
      return true
    },
    release(party) {
      const held = (taken.get(party) ?? 1) - 1
      if (held > 0) taken.set(party, held)
      else taken.delete(party)
    }
  }
}
