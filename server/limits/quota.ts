interface Quota {
  /** False at the limit. */
  take(party: string): boolean
  full(party: string): boolean
  release(party: string): void
}

/** `most` null: no limit. */
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
