import type { Migration } from './types'

/** Values for texts in each language; and whether a release is announced (docs/rules/news.md#changes). */
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
