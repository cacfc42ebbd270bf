import type { Migration } from './types'

export const releases: Migration = {
  name: '20261124T0410-releases',
  up: `
    ALTER TABLE challenges ADD release_at timestamptz(3);
    CREATE INDEX challenges_release ON challenges (release_at) WHERE release_at IS NOT NULL;
  `,
  down: `
    ALTER TABLE challenges DROP release_at;
  `
}
