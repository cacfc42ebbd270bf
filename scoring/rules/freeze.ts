import type { NewScoreEvent } from '~/server/ledger/contract'

/**
 * Holds entries back from `at` on, in Unix milliseconds; null holds back nothing (docs/rules/freeze.md#what-is-held-back). Call
 * `holds` once for each entry, in their order.
 */
export class Freeze {
  /** Remaining entries of a correction that is held back. */
  #correction = 0

  constructor(readonly at: number | null) {}

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
