import type { Migration } from './types'

export const postVersions: Migration = {
  name: '20261120T1642-post-versions',
  up: 'ALTER TABLE posts ADD version int NOT NULL DEFAULT 1',
  down: 'ALTER TABLE posts DROP version'
}
