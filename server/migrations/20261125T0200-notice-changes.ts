import type { Migration } from './types'

/**
 * What a notice of a change says, for readers in their own language; and whether a release tells its players of itself, where
 * that was said (docs/rules/news.md#changes).
 */
export const noticeChanges: Migration = {
  name: '20261125T0200-notice-changes',
  up: `
    ALTER TABLE notices ADD change jsonb;
    ALTER TABLE challenges ADD release_announce boolean;
  `,
  down: `
    ALTER TABLE challenges DROP release_announce;
    ALTER TABLE notices DROP change;
  `
}
