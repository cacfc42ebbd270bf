import type { Migration } from './types'

/** Minutes after the last end at which a frozen board shows everything by itself; null waits for somebody to reveal it. */
export const timedReveals: Migration = {
  name: '20261205T0710-timed-reveals',
  up: 'ALTER TABLE games ADD COLUMN reveal_after int CHECK (reveal_after BETWEEN 0 AND 10080)',
  down: 'ALTER TABLE games DROP COLUMN reveal_after'
}
