import type { NewScoreEvent } from '~/server/ledger/contract'

/**
 * Which entries of a ledger the public board holds back from a moment on, in milliseconds; null holds back none
 * (docs/rules/freeze.md#what-is-held-back). Asked once for each entry, in their order.
 */
export class Freeze {
  /** Entries that are still to come of a correction that is held back. */
  #correction = 0

  constructor(readonly at: number | null) {}

  /** Whether the public board does not show what this entry does. */
  holds(event: NewScoreEvent): boolean {
    if (this.at === null) return false
    if (event.kind === 'correction') {
      this.#correction = event.at >= this.at ? event.payload.entries : 0
      return this.#correction > 0
    }
    if (this.#correction > 0) {
      this.#correction--
      return true
    }
    const scores = event.kind === 'solve' || event.kind === 'void' || event.kind === 'award'
    return scores && event.at >= this.at
  }
}
