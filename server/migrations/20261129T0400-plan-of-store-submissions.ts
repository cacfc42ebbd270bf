import type { Migration } from './types'

/**
 * A plan for the lengths of given arrays looks cheaper than the general one while a batch has fewer than ten flags, so
 * Postgres planned each such call anew, which took 350 of its 580 µs. Replacing the function loses the setting.
 */
export const planOfStoreSubmissions: Migration = {
  name: '20261129T0400-plan-of-store-submissions',
  up: `ALTER FUNCTION store_submissions SET plan_cache_mode = force_generic_plan`,
  down: `ALTER FUNCTION store_submissions RESET plan_cache_mode`
}
